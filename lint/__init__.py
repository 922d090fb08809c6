"""The tool: command line, configuration, file discovery, engine, cache, suppressions, baseline, fixes, reporters."""
