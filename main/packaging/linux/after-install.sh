#!/bin/sh
# Runs after dpkg or rpm installs or upgrades Easel.
set -e

shipped=/opt/Easel/resources/apparmor-profile
profile=/etc/apparmor.d/easel

# Installs the AppArmor profile only if AppArmor accepts it. AppArmor before version 4 does not restrict user
# namespaces, needs no profile, and would report an error for this one at every start of the computer.
if command -v apparmor_parser > /dev/null && apparmor_parser --skip-kernel-load --skip-cache "$shipped" > /dev/null 2>&1
then
  cp "$shipped" "$profile"
  if aa-enabled --quiet 2> /dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
else
  rm -f "$profile"
fi
