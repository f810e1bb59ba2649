# A house in a container: docker build -t pitboss . && docker run --read-only --tmpfs /tmp -v pitboss:/data -p 8022:8022 pitboss
#
# For an image that can be built again, give the base image by its digest (`make images` finds it):
#   docker build --build-arg PYTHON_IMAGE=python:3.13-slim@sha256:... -t pitboss .

ARG PYTHON_IMAGE=python:3.13-slim
FROM ${PYTHON_IMAGE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python -m venv /opt/pitboss
COPY deploy/requirements.lock ./
RUN /opt/pitboss/bin/pip install --quiet --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md ./
COPY deploy/sbom.cdx.json ./deploy/
COPY src ./src
RUN /opt/pitboss/bin/pip install --quiet --no-deps .
# Answers under the sheets' rules come with the package. What other rules would wait for is compiled now.
ENV XDG_CACHE_HOME=/opt/pitboss/cache
RUN /opt/pitboss/bin/pitboss warm

FROM ${PYTHON_IMAGE}
LABEL org.opencontainers.image.title="pitboss" \
      org.opencontainers.image.description="Casino table games from their rule sheets: dealt, proved and taught. Play money throughout." \
      org.opencontainers.image.licenses="MIT"
RUN useradd --system --uid 10022 --home-dir /data --shell /usr/sbin/nologin pitboss && install -d -o pitboss /data
COPY --from=build /opt/pitboss /opt/pitboss
# The Python packages in this image, CycloneDX JSON. It is also in the installed package's .dist-info/sboms.
COPY deploy/sbom.cdx.json /usr/share/doc/pitboss/sbom.cdx.json
ENV PATH=/opt/pitboss/bin:$PATH XDG_CACHE_HOME=/opt/pitboss/cache XDG_DATA_HOME=/data PYTHONDONTWRITEBYTECODE=1
USER 10022
WORKDIR /data
VOLUME /data
EXPOSE 8022
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8022/readyz', timeout=4)"]
ENTRYPOINT ["pitboss"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8022", "--no-browser"]
