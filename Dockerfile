# docker build -t awm-mcp . && docker run -i --rm -v awm:/data awm-mcp            (stdio)
# docker run --rm -p 127.0.0.1:8931:8931 -v awm:/data -e AWM_HTTP_TOKEN=… awm-mcp serve --http 0.0.0.0:8931   (HTTP)
FROM python:3.13-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE requirements.lock server.py ./
COPY awm_mcp awm_mcp
COPY workflows workflows
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir -r requirements.lock && /venv/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim-bookworm
# tini is the first process: it passes signals on and takes care of what a browser that died leaves behind.
RUN apt-get update && apt-get install -y --no-install-recommends chromium tini && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 awm && mkdir /data && chown awm /data
COPY --from=build /venv /venv
COPY docker/healthcheck.py /usr/local/share/awm/healthcheck.py
ENV PATH=/venv/bin:$PATH AWM_HOME=/data AWM_BROWSER=/usr/bin/chromium PYTHONUNBUFFERED=1
USER awm
VOLUME /data
EXPOSE 8931
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "/usr/local/share/awm/healthcheck.py"]
ENTRYPOINT ["tini", "--", "awm-mcp"]
CMD ["serve"]
