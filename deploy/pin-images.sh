#!/bin/sh
# Print the images of a house by digest, for `docker compose --env-file`. The tags are those of compose.yaml.
set -eu
here=$(dirname "$0")
sed -n 's/.*\${\([A-Z]*_IMAGE\):-\([^}]*\)}.*/\1 \2/p' "$here/compose.yaml" | while read -r name tag; do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$tag")
    case $digest in
        sha256:*) echo "$name=$tag@$digest" ;;
        *) echo "no digest for $tag: docker answered '$digest'" >&2; exit 1 ;;
    esac
done
