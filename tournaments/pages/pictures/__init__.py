"""Drawings of stages: the positions of boxes and cells, in SVG units."""
