import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pngOf } from '../conformance/media-files.ts';
import type { Stopper } from './stopper.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function serve(stopper: Stopper, respond: Respond): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      try {
        await respond(request, response);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stopper.add(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function servePage(stopper: Stopper): Promise<string> {
  const html = `<title>Plain</title><meta property="og:title" content="A page &amp; more">
    <meta property="og:description" content="Of this machine"><meta property="og:image" content="/picture.png">`;
  return await serve(stopper, ({ url }, response) => {
    const [type, body] = url === '/picture.png' ? ['image/png', pngOf('card')] : ['text/html; charset=utf-8', html];
    response.writeHead(url?.startsWith('/missing') === true ? 404 : 200, { 'content-type': type }).end(body);
  });
}

/** The real video service is not available. Encodes nothing, but uploads the file to the real server with its token. */
export async function serveVideo(stopper: Stopper, pdsOrigin: () => string): Promise<string> {
  const jobs = new Map<string, object>();
  return await serve(stopper, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/xrpc/app.bsky.video.getJobStatus') {
      json(200, { jobStatus: jobs.get(url.searchParams.get('jobId') ?? '') });
      return;
    }
    if (url.pathname === '/xrpc/app.bsky.video.getUploadLimits') {
      json(200, { canUpload: true });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const passed = await fetch(`${pdsOrigin()}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      headers: { 'content-type': 'video/mp4', authorization: request.headers.authorization ?? '' },
      body: Buffer.concat(chunks),
    });
    const result = (await passed.json()) as { blob?: object; error?: string };
    if (result.blob === undefined) {
      json(400, result);
      return;
    }
    const job = { jobId: `job-${jobs.size}`, did: url.searchParams.get('did') };
    jobs.set(job.jobId, { ...job, state: 'JOB_STATE_COMPLETED', blob: result.blob });
    json(200, { ...job, state: 'JOB_STATE_CREATED' });
  });
}
