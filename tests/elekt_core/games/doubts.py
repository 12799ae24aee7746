"""The rules of each game that answer what its rulebook leaves open, or give back what is lost of it.

Copied by number from the specifications, where they are marked AMBIGUITY or RECONSTRUCTED: not read from the product.
"""

from __future__ import annotations

ELEKT = """
    E2.9 E3.6 E3.8 E4.4 E6.3 E6.5 E6.7 E6.8 E7.7 E7.8 E7.9 E7.13 E7.14 E8.3 E8.13 E8.15 E8.18 E9.3 E9.10 E9.13 E9.23
    E10.6 E11.3 E11.4 E11.5 E11.8 E12.4 E13.4 E14.6 E14.7 E14.9 E15.8 E15.12 E15.13 E16.2 E16.3 E16.5 E18.13 E19.2 E19.3
    E19.4 E21.2 E21.5 E21.14 E21.18 E21.19 E21.23 E21.24 E21.27 E21.28 E21.33 E21.41
"""
ELECTOR_COUNTS = """
    K4.2 K4.4 K5.4 K7.2 K10.9 K11.2 K11.3 K12.4 K12.5 K13.3 K15.4 K15.6 K15.8 K15.10 K16.10 K16.11 K16.12 K16.13 K18.5
    K19.3 K19.6 K19.10 K20.1 K20.3 K21.3 K22.2
"""
ENCLAVE = """
    Z2.3 Z2.4 Z2.5 Z3.4 Z3.5 Z3.6 Z3.10 Z4.2 Z5.1 Z5.3 Z5.4.1 Z5.4.2 Z5.7 Z5.9 Z5.11 Z7.4 Z8.4 Z8.7.1 Z8.8 Z10.3 Z11.3
    Z11.6 Z11.7 Z11.8 Z12.8 Z13.2 Z13.6 Z13.7 Z14.2 Z14.3 Z14.7 Z14.11 Z14.14 Z14.15 Z15.2 Z15.6 Z16.3 Z16.5
    Z17.6 Z18.2 Z18.3.3 Z18.4 Z18.5 Z18.9 Z18.16 Z19.1 Z20.2 Z20.7 Z21.3 Z21.6 Z22.2
"""
DOUBTS = {"elekt": ELEKT.split(), "elector_counts": ELECTOR_COUNTS.split(), "enclave": ENCLAVE.split()}
