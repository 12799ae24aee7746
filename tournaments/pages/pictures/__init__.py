"""Drawings of stages: where the boxes and cells of a picture stand, in units of an SVG."""
