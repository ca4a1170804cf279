/** A customer's server in a separate process: receives callbacks and counts distinct ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface CountingReceiver {
  readonly url: string
  /** Number of distinct callbacks and of all callbacks. */
  counts(): Promise<{ distinct: number; all: number }>
  stop(): void
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    counts: async () => (await fetch(url)).json() as Promise<{ distinct: number; all: number }>,
    stop: () => child.stdin.end(),
  }
}

function serve(): void {
  const seen = new Set<string>()
  let all = 0
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ distinct: seen.size, all }))
      return
    }
    all += 1
    seen.add(request.headers['webhook-id'] as string)
    request.resume()
    response.end()
  })
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`),
  )
  // Exits together with its parent process.
  process.stdin.resume().on('end', () => process.exit())
}

if (process.argv[2] === 'serve') serve()
