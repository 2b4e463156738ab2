#!/bin/sh
# Replaces the certificates in this folder: the certificate of a test authority, and a certificate for a
# server at rwa.example, hooks.example and 127.0.0.1, which the authority has signed. Both are valid from
# 2020 to 2120, so that a wrong clock does not matter. Only the tests trust these certificates.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

cat > "$work/ca.cnf" <<END
[ca]
default_ca = tests
[tests]
new_certs_dir = $work
database = $work/index
rand_serial = yes
default_md = sha256
policy = policy
[policy]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[server]
subjectAltName = DNS:rwa.example, DNS:hooks.example, IP:127.0.0.1
extendedKeyUsage = serverAuth
END
: > "$work/index"
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
request() { openssl req -new -config "$work/ca.cnf" -key "$1" -subj "/CN=$2" -out "$work/request"; }
sign() {
  openssl ca -batch -notext -config "$work/ca.cnf" -keyfile "$work/authority-key" \
    -startdate 20200101000000Z -enddate 21200101000000Z -in "$work/request" "$@"
}

# The key of the authority is not kept, so that nobody can sign another certificate with it.
key "$work/authority-key"
request "$work/authority-key" 'Test authority of Remote Work Assessment'
sign -selfsign -extensions authority -out authority.pem
key server-key.pem
request server-key.pem rwa.example
sign -cert authority.pem -extensions server -out server.pem
