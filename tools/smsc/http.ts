import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Profile, readProfile } from './profile.ts'
import type { Smsc } from './smsc.ts'

export interface Served {
  readonly port: number
  close(): Promise<void>
}

interface Answer {
  readonly code: number
  readonly body: unknown
}

const bodyBytesMax = 10_000
const nothingThere: Answer = { code: 404, body: { message: 'use GET /counts, POST /reset or POST /profile' } }

/** HTTP API for counters and run-time changes, on loopback only. */
export async function serveCounts(smsc: Smsc, port: number): Promise<Served> {
  const server = createServer((request, response) => {
    answer(smsc, request).then(
      ({ code, body }) =>
        response.writeHead(code, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(smsc: Smsc, request: IncomingMessage): Promise<Answer> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /counts':
      return { code: 200, body: smsc.counts() }
    case 'POST /reset':
      smsc.reset()
      return { code: 200, body: smsc.counts() }
    case 'POST /profile': {
      const profile = parseProfile(await readBody(request))
      if (typeof profile === 'string') return { code: 400, body: { message: profile } }
      smsc.setProfile(profile)
      return { code: 200, body: profile }
    }
    default:
      return nothingThere
  }
}

function parseProfile(text: string): Profile | string {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return readProfile({ ...given })
  } catch {
    // Handled like any other value that is not an object.
  }
  return 'send an object such as {"profile":"slow","latencyMs":200}'
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk
    if (text.length > bodyBytesMax) throw new Error('the body is too long')
  }
  return text
}
