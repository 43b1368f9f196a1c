#!/usr/bin/env bash
# The image of the Dockerfile, built and run with Debian's tools: without Docker and without a registry of images.
#
#   tests/image/build.sh base DIR              makes the images that the Dockerfile builds on
#   tests/image/build.sh build DIR [ARG...]    builds the image and prints its size; arguments are those of `buildah bud`
#   tests/image/build.sh run DIR NAME [ARG...] runs it in a container of that name; arguments are those of `buildah run`
#   tests/image/build.sh health DIR NAME       runs its HEALTHCHECK beside that
#
# Run by root; needs buildah, mmdebstrap and rustup with the Rust of the Dockerfile. DIR takes 10 GB.
# A container has the network of the machine. The images that the Dockerfile names are made here: Debian trixie from
# the machine's mirror, the same with the machine's Rust, and some packages without a shell. What the machine says
# about package registries (certificates, files, environment) goes into the two that build, not into the one that runs.
set -euo pipefail

HERE=$(cd "$(dirname "$0")/../.." && pwd)
COMMAND=${1:-} DIR=${2:-}
[[ -n $DIR ]] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$DIR"
DIR=$(cd "$DIR" && pwd)

# Copies in place of overlays, and a plain chroot around processes: these work where containers do not.
export BUILDAH_ISOLATION=chroot
buildah() { command buildah --storage-driver vfs --root "$DIR/storage" --runroot "$DIR/run" "$@"; }

# What the Dockerfile calls an image that it builds on.
named() { sed -n "s/^ARG $1=//p" "$HERE/Dockerfile"; }

# Makes an image of a tree. The rest are its settings.
commit() {
    local name=$1 tree=$2 container
    [[ $name == */*/* ]] || name=docker.io/library/$name
    container=$(buildah from scratch)
    tar --numeric-owner --directory "$tree" --create --file "$tree.tar" . # an archive keeps its owners
    buildah add --quiet "$container" "$tree.tar" / >/dev/null
    buildah config "${@:3}" "$container"
    buildah commit --quiet --rm --format docker "$container" "$name" >/dev/null
    echo "$name"
}

base() {
    local work mirror settings=() variable
    work=$(mktemp -d -p "$DIR")
    mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list* | grep -m1 -v snapshot)
    mmdebstrap --quiet --variant=minbase --format=directory --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' trixie "$work/tree" "$mirror"
    copy_settings "$work/tree"
    for variable in $(compgen -e | grep -iE '^(PIP_|NPM_CONFIG_|CARGO_(HTTP|NET|REGISTR)|SSL_CERT_FILE|NODE_EXTRA|.*_PROXY$)'); do
        settings+=(--env "$variable=${!variable}")
    done
    commit "$(named DEBIAN_IMAGE)" "$work/tree" "${settings[@]}" --cmd bash

    distroless "$work/tree" "$work/distroless"
    commit "$(named RUNTIME_IMAGE)" "$work/distroless" --user 65532 --workingdir /home/nonroot \
        --env SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt

    chroot "$work/tree" apt-get -qq install -y --no-install-recommends ca-certificates gcc libc6-dev >/dev/null
    rust "$work/tree/usr/local"
    commit "$(named RUST_IMAGE)" "$work/tree" "${settings[@]}" \
        --env RUSTUP_HOME=/usr/local/rustup --env CARGO_HOME=/usr/local/cargo \
        --env PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    rm -rf "$work"
}

# Copies what the machine says about package registries.
copy_settings() {
    local file
    for file in /usr/local/share/ca-certificates /etc/apt/apt.conf.d/*registry* /etc/pip.conf /etc/npmrc; do
        if [[ -e $file ]]; then install -d "$1$(dirname "$file")" && cp -r "$file" "$1$file"; fi
    done
    for file in .npmrc .config/pip/pip.conf .cargo/config.toml; do
        if [[ -e $HOME/$file ]]; then install -D "$HOME/$file" "$1/root/$file"; fi
    done
}

# Unpacks a few packages: no shell, no package manager.
distroless() {
    local package link
    install -d -m 1777 "$1/var/fetch" "$2/tmp"
    chroot "$1" sh -ec 'apt-get -qq update; cd /var/fetch; apt-get -qq download \
        base-files ca-certificates gcc-14-base libc6 libgcc-s1 libgomp1 libstdc++6 netbase tzdata'
    for link in bin sbin lib lib64; do ln -s "usr/$link" "$2/$link"; done
    for package in "$1"/var/fetch/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$2"
    done
    rm -rf "$1/var/fetch" "$2"/usr/share/{doc,man}/* "$2"/usr/{bin,sbin}/*
    install -d "$2/etc/ssl/certs"
    cat "$2"/usr/share/ca-certificates/mozilla/*.crt >"$2/etc/ssl/certs/ca-certificates.crt"
    printf '%s:x:%d:%d::%s:/sbin/nologin\n' root 0 0 /root nonroot 65532 65532 /home/nonroot >"$2/etc/passwd"
    printf '%s:x:%d:\n' root 0 nonroot 65532 >"$2/etc/group"
    install -d -m 700 -o 65532 -g 65532 "$2/home/nonroot"
}

# Copies the toolchain that the image is named by, without its documentation.
rust() {
    local version home toolchain
    version=$(named RUST_IMAGE | sed 's/^rust:\([0-9.]*\).*/\1/')
    home=$(rustup show home)
    toolchain=$(rustup which --toolchain "$version" rustc | sed "s#^$home/toolchains/\([^/]*\)/.*#\1#")
    install -d "$1/rustup/toolchains" "$1/cargo/bin"
    cp -r "$home/toolchains/$toolchain/." "$1/rustup/toolchains/$toolchain"
    rm -rf "$1/rustup/toolchains/$toolchain/share"
    cp -P "${CARGO_HOME:-$HOME/.cargo}"/bin/{rustup,cargo,rustc} "$1/cargo/bin/"
    printf 'version = "12"\ndefault_toolchain = "%s"\n' "$toolchain" >"$1/rustup/settings.toml"
}

# A list in the settings of the image, as words.
words() { buildah inspect --type image --format "{{range .Docker.Config.$1}}{{.}} {{end}}" lorekeeper; }

case $COMMAND in
    base) base ;;
    build) buildah bud --format docker --pull-never --tag lorekeeper "${@:3}" "$HERE" && buildah images lorekeeper ;;
    run)
        buildah containers --noheading --format '{{.ContainerName}}' | grep -qx "$3" ||
            buildah from --pull-never --name "$3" lorekeeper
        # shellcheck disable=SC2046
        buildah run "${@:4}" "$3" -- $(words Entrypoint) $(words Cmd) ;;
    # shellcheck disable=SC2046
    health) buildah run "${@:4}" "$3" -- $(words Healthcheck.Test | sed 's/^CMD //') ;;
    *) exit 2 ;;
esac
