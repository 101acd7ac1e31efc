"""`python -m alvara`."""

import sys

from alvara.cli.main import main

sys.exit(main())
