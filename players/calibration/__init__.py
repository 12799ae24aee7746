"""How good the predicted chances are: predictions compared with results (docs/calibration.md)."""
