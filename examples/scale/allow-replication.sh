#!/bin/sh
# The standby may copy the primary and follow it.
set -eu
echo "host replication lorekeeper all scram-sha-256" >>"$PGDATA/pg_hba.conf"
