"""WGSL: lexer, template lists, parser, types, const-evaluation and the typed IR."""
