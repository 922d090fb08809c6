"""Records of `wai.sink.models`: policies, attestations, run reports, presentation statements, key logs, roll-ups."""
