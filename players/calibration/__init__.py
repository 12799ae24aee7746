"""How good the predicted chances are: what was predicted, held against what came (docs/calibration.md)."""
