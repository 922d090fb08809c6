"""Records of `wai.sink.models`: model policies, attestations, run reports, presentation statements, key logs, roll-ups."""
