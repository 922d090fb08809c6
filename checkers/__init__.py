"""What each input means: one subpackage per family, over the common ground of `source` and `diagnostic`."""
