"""Models that others publish, fetched once and kept in a folder that git ignores."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

KEPT = Path(__file__).resolve().parents[2] / ".models"
SILERO = "silero-vad==5.1.2"
VAD_WEB = "@ricky0123/vad-web@0.0.31"
MAGIKA = "magika==1.0.3"
RAPIDOCR = "rapidocr==3.10.0"


class Published(NamedTuple):
    """A model in a package of PyPI or, where its name starts with `@`, of npm; `codes` are what is refused in it."""

    package: str
    member: str
    sha256: str
    codes: tuple[str, ...] = ()


# PaddlePaddle writes -1 for a dimension that is not known, which ONNX has no such value for.
MODELS = (
    Published(
        SILERO, "silero_vad/data/silero_vad.onnx", "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f"
    ),
    Published(
        SILERO,
        "silero_vad/data/silero_vad_half.onnx",
        "1e0b195ad4806595ef4466f419d16fca7e4afcfc6669b8c0b5f76ea87547c769",
    ),
    Published(
        VAD_WEB, "package/dist/silero_vad_v5.onnx", "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f"
    ),
    Published(
        VAD_WEB, "package/dist/silero_vad_v6.onnx", "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3"
    ),
    Published(
        VAD_WEB,
        "package/dist/silero_vad_legacy.onnx",
        "a35ebf52fd3ce5f1469b2a36158dba761bc47b973ea3382b3186ca15b1f5af28",
    ),
    Published(
        MAGIKA,
        "magika/models/standard_v3_3/model.onnx",
        "fe2d2eb49c5f88a9e0a6c048e15d6ffdf86235519c2afc535044de433169ec8c",
    ),
    Published(
        RAPIDOCR,
        "rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx",
        "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c",
        ("ONNX_SHAPE_INVALID", "ONNX_SHAPE_INVALID"),
    ),
    Published(
        RAPIDOCR,
        "rapidocr/models/PP-OCRv6_det_small.onnx",
        "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    ),
    Published(
        RAPIDOCR,
        "rapidocr/models/PP-OCRv6_rec_small.onnx",
        "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    ),
)


def bytes_of(model: Published) -> bytes:
    """The bytes of a model, whose hash is right. Raises `CalledProcessError` or `AssertionError` when there is none."""
    kept = KEPT / f"{model.sha256}.onnx"
    if not kept.exists():
        _fetch(model.package)
    data = kept.read_bytes()
    assert hashlib.sha256(data).hexdigest() == model.sha256
    return data


def _fetch(package: str) -> None:
    """Keep the models of a package, each under its hash."""
    folder = KEPT / f"fetching-{os.getpid()}"
    folder.mkdir(parents=True, exist_ok=True)
    if package.startswith("@"):
        npm = shutil.which("npm", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
        assert npm is not None, "npm is needed to fetch the model"
        command = [npm, "pack", "--silent", package]
    else:
        # The wheels of Linux, wherever this runs.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        command += ["--platform=manylinux_2_28_x86_64", package]
    subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    (archive,) = folder.iterdir()
    for member, data in _members(archive):
        for model in MODELS:
            if (model.package, model.member) == (package, member):
                assert hashlib.sha256(data).hexdigest() == model.sha256, model
                part = folder / model.sha256
                part.write_bytes(data)
                part.rename(KEPT / f"{model.sha256}.onnx")
    shutil.rmtree(folder)


def _members(archive: Path) -> list[tuple[str, bytes]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            return [(name, opened.read(name)) for name in opened.namelist() if name.endswith(".onnx")]
    with tarfile.open(archive) as opened:
        found = [(each.name, opened.extractfile(each)) for each in opened if each.name.endswith(".onnx")]
        return [(name, file.read()) for name, file in found if file is not None]
