import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../free-port.ts'
import { hasHaproxy, hasNginx, type Proxy as RunningProxy, startHaproxy, startNginx } from '../proxies.ts'
import { until } from '../until.ts'

/** A process that receives sends, and answers them or loses the connection as if it were killed. */
async function startProcess(answers: boolean) {
  const received: string[] = []
  const server = createServer(async (message, response) => {
    if (message.url === '/ready' || message.url === '/health') return void response.end()
    await message.resume().toArray()
    received.push(`${message.method} ${message.url}`)
    if (answers) response.end()
    else message.socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const proxies: readonly (readonly [
  name: string,
  isInstalled: boolean,
  start: (directory: string, api: readonly string[]) => Promise<RunningProxy>,
])[] = [
  ['packaging/nginx.conf', hasNginx, startNginx],
  ['packaging/haproxy.cfg', hasHaproxy, startHaproxy],
]

for (const [name, isInstalled, start] of proxies)
  describe(`a send behind ${name}`, { skip: !isInstalled && 'the proxy is not installed' }, () => {
    let directory: string
    before(() => {
      directory = mkdtempSync(join(tmpdir(), 'ngoma-proxies-'))
    })
    after(() => rmSync(directory, { recursive: true }))

    async function send({ address }: RunningProxy, method: string, path: string): Promise<number> {
      const outgoing = request(`${address}${path}`, { method, agent: false, headers: { 'content-length': '2' } })
      const [response] = await once(outgoing.end('{}'), 'response')
      await response.resume().toArray()
      return response.statusCode
    }
    // HAProxy starts without waiting for its first check.
    const untilStarted = (proxy: RunningProxy) =>
      until('the proxy answers', async () => (await fetch(`${proxy.address}/ready`).catch(() => null))?.ok === true)

    it('reaches one process only, even when that one fails meanwhile', async (context) => {
      const [one, other] = [await startProcess(false), await startProcess(false)]
      for (const { close } of [one, other]) context.after(close)
      const proxy = await start(directory, [one.address, other.address])
      context.after(() => proxy.stop())
      await untilStarted(proxy)
      const sends = [
        ['POST', '/v1/send'],
        ['POST', '/v2/messages'],
        ['GET', '/cgi-bin/sendsms?to=1'],
        ['POST', '/cgi-bin/sendsms?to=1'],
      ] as const
      for (const [method, path] of [...sends, ...sends]) assert.equal(await send(proxy, method, path), 502)
      assert.deepEqual(
        [...one.received, ...other.received].toSorted(),
        [...sends, ...sends].map(([method, path]) => `${method} ${path}`).toSorted(),
      )
    })

    it('goes to the other process when one refuses the connection', async (context) => {
      const one = await startProcess(true)
      context.after(one.close)
      const proxy = await start(directory, [`http://127.0.0.1:${await freePort()}`, one.address])
      context.after(() => proxy.stop())
      await untilStarted(proxy)
      for (let count = 1; count <= 8; count += 1) assert.equal(await send(proxy, 'POST', '/v1/send'), 200)
      assert.equal(one.received.length, 8)
    })
  })
