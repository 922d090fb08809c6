"""A shader module created without wgpu's checks.

## What it refuses

In Rust: any use of `create_shader_module_trusted`, `create_shader_module_unchecked`,
`create_shader_module_passthrough` or `create_shader_module_spirv`, called or taken as a value (with `device_` before
the last two, wgpu-core's); `ShaderRuntimeChecks::unchecked`, under another name too (`use … as`, `type`);
`int_div_checks` or naga's `emit_int_div_checks` set to `false`. In C, C++ and Objective-C:
`wgpuDeviceCreateShaderModuleTrusted`, `wgpuDeviceCreateShaderModuleSpirV`, the value `WGPUShaderRuntimeChecks_None`,
and these functions looked up by name (`dlsym`, `GetProcAddress`, `wgpuGetProcAddress`). In Python: the same functions
of wgpu's native layer, as attribute, name, `getattr` or index. Definitions and declarations, comments and strings do
not count.

## Why results could differ

Only the translator's guards give WGSL's result for a division by zero and for the most negative value divided by -1,
and only its bounds checks keep an access within its buffer. A module created so has neither, and one passed through
is not even translated: what its operations give is the device's.

## Example

```rust
let module = unsafe { device.create_shader_module_trusted(source, checks) };    // refused
let module = device.create_shader_module(source);                               // accepted
```

## Fix

Create the module with `create_shader_module` (`wgpuDeviceCreateShaderModule`), and leave the run-time checks on.
"""

from __future__ import annotations

from ...checkers.host import PYTHON, RUST, C
from ...checkers.host.tokens import NAME, STRING
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.host.tokens import HostCode

RULE = Rule("HOST401", "unchecked-shader-module", item="item 4")

UNCHECKED = (
    "this creates a shader module without wgpu's run-time checks, so division guards and bounds checks may be missing; "
    "create it with the checked call"
)
PASSED = (
    "this passes a shader to the device that wgpu neither checks nor translates, so nothing keeps WGSL's results; "
    "create it from WGSL with the checked call"
)
ALL_OFF = "this turns all run-time checks of shader modules off, the guards of integer division too; leave them on"
DIVISION_OFF = (
    "this turns the guards of integer division off, so a zero divisor gives what the device gives and not WGSL's "
    "result; leave them on"
)

RUST_CALLS = {
    "create_shader_module_trusted": UNCHECKED,
    "create_shader_module_unchecked": UNCHECKED,
    "create_shader_module_passthrough": PASSED,
    "create_shader_module_spirv": PASSED,
    "device_create_shader_module_passthrough": PASSED,
    "device_create_shader_module_spirv": PASSED,
}
NATIVE_CALLS = {
    "wgpuDeviceCreateShaderModuleTrusted": UNCHECKED,
    "wgpuDeviceCreateShaderModuleSpirV": PASSED,
    "WGPUShaderRuntimeChecks_None": ALL_OFF,
}
DIVISION_CHECKS = frozenset(("int_div_checks", "emit_int_div_checks"))
WORDS = ("create_shader_module_", "ShaderRuntimeChecks", "int_div_checks", "wgpuDeviceCreateShaderModule")

# A name after one of these is being declared, not used.
RUST_DECLARES = frozenset(("fn", "let", "mut", "mod"))
# A name after another name is being declared in C, unless that is one of these.
C_KEYWORDS = frozenset(
    ("return", "else", "do", "case", "throw", "co_return", "co_await", "co_yield", "sizeof", "and", "or", "not")
)
# Directives that only name a macro.
C_NAMING = frozenset(("undef", "ifdef", "ifndef", "elifdef", "elifndef"))
# Functions that find a function by its name.
LOOKUPS = frozenset(("dlsym", "GetProcAddress", "wgpuGetProcAddress", "getattr", "attrgetter"))

Found = tuple[int, int, str]


def check(code: HostCode) -> Iterator[Diagnostic]:
    """A finding at each use of an unchecked creation, and where checks are turned off."""
    finder = {RUST: _rust, C: _c_family, PYTHON: _python}[code.language]
    for first, last, message in finder(code):
        yield RULE.finding(code.source, code.tokens[first].start, code.tokens[last].end, message)


def _rust(code: HostCode) -> Iterator[Found]:
    names = _renamed(code)
    for at, token in enumerate(code.tokens):
        if token.form != NAME:
            continue
        if token.text in RUST_CALLS:
            if code.text(at - 1) not in RUST_DECLARES and code.text(at + 1) != ":":
                yield at, at, RUST_CALLS[token.text]
        elif token.text == "unchecked" and code.text(at - 1) == "::":
            first = at - 3 if code.text(at - 2) == ">" else at - 2
            if code.text(first) in names:
                yield first, at, ALL_OFF
        elif token.text in DIVISION_CHECKS:
            last = _set_false(code, at)
            if last:
                yield at, last, DIVISION_OFF


def _renamed(code: HostCode) -> set[str]:
    """The names of `ShaderRuntimeChecks` in the file: its own, those of `use … as name` and `type name = …`."""
    names = {"ShaderRuntimeChecks"}
    for at, token in enumerate(code.tokens):
        if token.text == "ShaderRuntimeChecks" and code.text(at + 1) == "as":
            names.add(code.text(at + 2))
        elif token.text == "type" and code.text(at + 2) == "=":
            last = at + 3
            while code.text(last) == "::" or code.text(last + 1) == "::":
                last += 1
            if code.text(last) == "ShaderRuntimeChecks":
                names.add(code.text(at + 1))
    return names


def _set_false(code: HostCode, at: int) -> int:
    """The index of the `false` that the field, variable or setter at `at` is given, 0 where it is given none."""
    after = at + 3 if code.text(at + 2) == "bool" else at + 1
    return after + 1 if code.text(after) in (":", "=", "(") and code.text(after + 1) == "false" else 0


def _c_family(code: HostCode) -> Iterator[Found]:
    for at, token in enumerate(code.tokens):
        if token.text not in NATIVE_CALLS:
            continue
        used = _looked_up(code, at) if token.form == STRING else not _declared(code, at)
        if used:
            yield at, at, NATIVE_CALLS[token.text]


def _declared(code: HostCode, at: int) -> bool:
    """Whether the C name at `at` is declared or defined there, or only named by a directive."""
    directive = code.tokens[at].directive
    if directive in C_NAMING or "defined" in (code.text(at - 1), code.text(at - 2)):
        return True
    if directive == "define":
        return code.text(at - 1) == "define"
    before = at - 1
    while code.text(before) == "*":
        before -= 1
    if code.text(before) == "(" and before < at - 1:
        before -= 1
    if before < 0:
        return False
    previous = code.tokens[before]
    return previous.form == NAME and previous.text not in C_KEYWORDS and not previous.directive


def _looked_up(code: HostCode, at: int) -> bool:
    """Whether a string is an argument of a function that finds functions by their name."""
    depth = 0
    for before in range(at - 1, max(at - 40, 0), -1):
        depth += (code.text(before) in (")", "]")) - (code.text(before) in ("(", "["))
        if depth < 0:
            return code.text(before) == "(" and code.text(before - 1) in LOOKUPS
    return False


def _python(code: HostCode) -> Iterator[Found]:
    for at, token in enumerate(code.tokens):
        if token.text not in NATIVE_CALLS:
            continue
        if token.form == STRING:
            called = code.text(at + 1) == "]" and code.text(at + 2) == "("
            used = called or _looked_up(code, at)
        else:
            used = code.text(at - 1) != "def"
        if used:
            yield at, at, NATIVE_CALLS[token.text]


VALID = [
    Valid("fn f(d: &Device) { d.create_shader_module(desc); }", path="host.rs"),
    Valid(
        "// d.create_shader_module_trusted(x)\n/* /* nested */ d.create_shader_module_trusted(x) */\n"
        "/// `ShaderRuntimeChecks::unchecked()`\nfn f() {}",
        path="host.rs",
    ),
    Valid(
        'const A: &str = "create_shader_module_trusted"; const B: &str = "\\" create_shader_module_trusted \\"";\n'
        'const C: &str = r#"" create_shader_module_trusted("#; const D: &[u8] = br"create_shader_module_trusted\\";\n'
        "fn f<'a>(x: &'a str) -> char { '\"' } // create_shader_module_trusted '\"'",
        path="host.rs",
    ),
    Valid(
        "impl Device { pub unsafe fn create_shader_module_trusted(&self, d: Desc, c: Checks) -> Module { todo!() } }\n"
        "struct S { create_shader_module_spirv: bool, int_div_checks: bool }\n"
        "fn g() { let create_shader_module_unchecked = 1; let mut create_shader_module_trusted = 2; }\n"
        "mod create_shader_module_passthrough;",
        path="host.rs",
    ),
    Valid(
        "let c = ShaderRuntimeChecks { int_div_checks: true, ..ShaderRuntimeChecks::checked() };\n"
        "let d = int_div_checks == false; let e: bool = x.int_div_checks; let f = Other::unchecked(); unchecked();\n"
        "let g = ShaderRuntimeChecks.unchecked; let h = int_div_checks(true); let i = int_div_checks_x = false;",
        path="host.rs",
    ),
    Valid(
        "use wgpu::{ShaderRuntimeChecks, Limits, Other as Checks};\ntype Kind = wgpu::Other;\n"
        "fn f(type_: ShaderRuntimeChecks) { Limits::unchecked(); Checks::unchecked(); Kind::unchecked(); a = b::c::d; "
        "let Same = wgpu::ShaderRuntimeChecks; Same::unchecked(); type X ShaderRuntimeChecks; X::unchecked() }",
        path="host.rs",
    ),
    Valid("fn f() { let x = ShaderRuntimeChecks; let y = q::unchecked(); type = ShaderRuntimeChecks }", path="host.rs"),
    Valid(
        '#!/usr/bin/env "rust\nfn f() { d.create_shader_module(x) }  // create_shader_module_trusted "', path="host.rs"
    ),
    Valid(
        "WGPUShaderModule wgpuDeviceCreateShaderModuleTrusted(WGPUDevice device, void const * d, uint64_t checks);\n"
        "WGPUShaderModule *const wgpuDeviceCreateShaderModuleSpirV(WGPUDevice device) { return 0; }\n"
        "static const WGPUShaderRuntimeChecks WGPUShaderRuntimeChecks_None = 0;\n"
        "WGPUShaderModule (*wgpuDeviceCreateShaderModuleTrusted)(WGPUDevice);\n"
        "WGPUShaderModule *wgpuDeviceCreateShaderModuleSpirV(WGPUDevice device);",
        path="wgpu.h",
    ),
    Valid(
        "// wgpuDeviceCreateShaderModuleTrusted(d) \\\n wgpuDeviceCreateShaderModuleTrusted(d);\n"
        "/* wgpuDeviceCreateShaderModuleTrusted(d) */\n"
        'const char *s = "wgpuDeviceCreateShaderModuleTrusted", *t = u8R"x(" wgpuDeviceCreateShaderModuleTrusted )x";\n'
        "int c = '\"' + 1'000; // wgpuDeviceCreateShaderModuleTrusted \"\n"
        "WGPUShaderModule m = wgpuDeviceCreateShaderModule(d, &x);",
        path="host.cpp",
    ),
    Valid(
        "#ifdef wgpuDeviceCreateShaderModuleTrusted\n#undef wgpuDeviceCreateShaderModuleTrusted\n#endif\n"
        "#define wgpuDeviceCreateShaderModuleTrusted checked\n"
        "#ifndef wgpuDeviceCreateShaderModuleTrusted\n#elifdef wgpuDeviceCreateShaderModuleTrusted\n"
        "#elifndef wgpuDeviceCreateShaderModuleTrusted\n#endif\n"
        "#if defined(wgpuDeviceCreateShaderModuleTrusted) && !defined wgpuDeviceCreateShaderModuleSpirV\n#endif",
        path="host.c",
    ),
    Valid(
        'log("wgpuDeviceCreateShaderModuleTrusted"); dlsym(l, g("wgpuDeviceCreateShaderModuleTrusted"));', path="a.mm"
    ),
    Valid(
        '"""lib.wgpuDeviceCreateShaderModuleTrusted(d)"""  # lib.wgpuDeviceCreateShaderModuleTrusted(d)\n'
        'x = "wgpuDeviceCreateShaderModuleTrusted"; y = f"wgpuDeviceCreateShaderModuleTrusted {x}"; z = {x: 1}[x]\n'
        "names = ['wgpuDeviceCreateShaderModuleTrusted']; n = d['wgpuDeviceCreateShaderModuleTrusted']\n"
        "def wgpuDeviceCreateShaderModuleTrusted(device): ...\n"
        "print('wgpuDeviceCreateShaderModuleTrusted', (1)); getattr['wgpuDeviceCreateShaderModuleTrusted']\n"
        "getattr(lib, ['wgpuDeviceCreateShaderModuleTrusted'])\n"
        'lib.wgpuDeviceCreateShaderModule(d); getattr(lib, name("wgpuDeviceCreateShaderModuleTrusted"))',
        path="host.py",
    ),
]

INVALID = [
    Invalid("fn f() { unsafe { d.«create_shader_module_trusted»(desc, checks) } }", path="host.rs"),
    Invalid("fn f() { unsafe { wgpu::Device::«create_shader_module_trusted»(&d, desc, c) } }", path="host.rs"),
    Invalid("fn f() { unsafe { <Device as Api>::«create_shader_module_unchecked»(&d, desc) } }", path="host.rs"),
    Invalid("fn f() { let make = Device::«create_shader_module_passthrough»; }", path="host.rs"),
    Invalid("fn f() { d . /* c */ «create_shader_module_spirv»\n(&desc) }", path="host.rs"),
    Invalid("fn f() { d.«r#create_shader_module_trusted»(desc, c) }", path="host.rs"),
    Invalid("fn f() { global.«device_create_shader_module_passthrough»(id, desc, source, None) }", path="host.rs"),
    Invalid("fn f() { unsafe { self.0.«device_create_shader_module_spirv»(id, desc) } }", path="host.rs"),
    Invalid("use native::«create_shader_module_trusted» as make;", path="host.rs"),
    Invalid("fn f<'a>(c: char) { if c == '\"' { d.«create_shader_module_trusted»(\"\", c) } }", path="host.rs"),
    Invalid("fn f() { let c = wgpu::«ShaderRuntimeChecks::unchecked»(); }", path="host.rs"),
    Invalid(
        "fn f() { x.map_or_else(«ShaderRuntimeChecks::unchecked», g); <wgpu::«ShaderRuntimeChecks>::unchecked»(); }",
        path="a.rs",
    ),
    Invalid(
        "use wgpu::{Device, ShaderRuntimeChecks as Checks};\ntype Other = ::wgpu::ShaderRuntimeChecks;\n"
        "type More = wgpu::ShaderRuntimeChecks;\ntype Own = ShaderRuntimeChecks;\n"
        "fn f() { g(«Checks::unchecked»(), «Other::unchecked»(), «More :: unchecked»(), «Own::unchecked») }",
        path="host.rs",
    ),
    Invalid(
        "fn f() { let c = ShaderRuntimeChecks { bounds_checks: true, «int_div_checks: false», ..Default::default() };\n"
        "c.«int_div_checks = false»; let «int_div_checks: bool = false»; b.«int_div_checks(false»);\n"
        "spv::Options { «emit_int_div_checks: /* off */ false», ..o } }",
        path="host.rs",
    ),
    Invalid("fn f(o: &mut Options) { o.«int_div_checks = false»; }", path="host.rs"),
    Invalid("m = «wgpuDeviceCreateShaderModuleTrusted»(device, &desc, 0);", path="host.c"),
    Invalid("«wgpuDeviceCreateShaderModuleTrusted»(device, 0, 0) // the whole of an included file\nx", path="host.h"),
    Invalid(
        "if (a) b(); else «wgpuDeviceCreateShaderModuleSpirV»(d, 0);\ndo «wgpuDeviceCreateShaderModuleSpirV»(d, 0); "
        "while (a and «wgpuDeviceCreateShaderModuleSpirV»(d, 0) or «wgpuDeviceCreateShaderModuleSpirV»(d, 0));\n"
        "throw «wgpuDeviceCreateShaderModuleSpirV»(d, 0); co_return «wgpuDeviceCreateShaderModuleSpirV»(d, 0);\n"
        "co_await «wgpuDeviceCreateShaderModuleSpirV»(d, 0); co_yield «wgpuDeviceCreateShaderModuleSpirV»(d, 0);\n"
        "not «wgpuDeviceCreateShaderModuleSpirV»(d, 0); sizeof «wgpuDeviceCreateShaderModuleSpirV»(d, 0);\n"
        "switch (a) { case «WGPUShaderRuntimeChecks_None»: ; }\n"
        "x = (*«wgpuDeviceCreateShaderModuleSpirV»)(d, 0); return (*«wgpuDeviceCreateShaderModuleSpirV»)(d, 0);",
        path="host.cpp",
    ),
    Invalid(
        "WGPUShaderModule f() { return «wgpuDeviceCreateShaderModuleSpirV»(device, &desc); }\n"
        "void g() { «wgpuDeviceCreateShaderModuleTrusted»(d, 0, 0); h(&«wgpuDeviceCreateShaderModuleTrusted», *p); "
        "g(«wgpuDeviceCreateShaderModuleTrusted»); "
        "if (x) ::«wgpuDeviceCreateShaderModuleTrusted»(d, 0, «WGPUShaderRuntimeChecks_None»); }",
        path="host.cpp",
    ),
    Invalid(
        "#define MAKE «wgpuDeviceCreateShaderModuleTrusted»\n#define M(d) \\\n  «wgpuDeviceCreateShaderModuleSpirV»(d)",
        path="a.hpp",
    ),
    Invalid("#include <wgpu.h>\n«wgpuDeviceCreateShaderModule\\\nTrusted»(d, 0, 0);\n/* */ x;", path="host.cc"),
    Invalid("#endif\n«wgpuDeviceCreateShaderModuleTrusted»(d);", path="host.m"),
    Invalid(
        'p = (Make)dlsym(open(0), «"wgpuDeviceCreateShaderModuleTrusted"»);\n'
        'q = (Make)GetProcAddress(library, «"wgpuDeviceCreateShaderModuleTrusted"»);\n'
        'r = wgpuGetProcAddress((WGPUStringView){«"wgpuDeviceCreateShaderModuleTrusted"», WGPU_STRLEN});',
        path="host.c",
    ),
    Invalid(
        "m = lib.«wgpuDeviceCreateShaderModuleTrusted»(device, desc, 0)\n"
        "make = operator.attrgetter(«'wgpuDeviceCreateShaderModuleTrusted'»)(lib)\n"
        "from native import «wgpuDeviceCreateShaderModuleSpirV»\n"
        "n = getattr(f(lib), «'wgpuDeviceCreateShaderModuleTrusted'»)(d)\n"
        "o = lib[«'wgpuDeviceCreateShaderModuleTrusted'»](d)\n"
        'p = f"{lib.«wgpuDeviceCreateShaderModuleTrusted»(d)!r:>{w}}"\n'
        "q = lib.«WGPUShaderRuntimeChecks_None»",
        path="host.py",
    ),
]
