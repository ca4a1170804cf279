import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { openOutbound } from './index.ts'

async function open(test: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outbound = openOutbound({ reach: 'loopback' })
  test.after(async () => {
    await outbound.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return (change: { readonly bytesMax?: number; readonly url?: string } = {}) =>
    outbound.download({ url, headers: {}, timeoutMs: 10_000, bytesMax: 10_000_000, ...change })
}

describe('downloads', () => {
  it('pass on bytes as fast as they are read', async (test) => {
    const bytes = Buffer.alloc(3_000_000, 'abcdefg')
    const download = await open(test, (response) => response.end(bytes))
    const { status, body } = await download()
    assert.equal(status, 200)
    assert.ok((await buffer(body)).equals(bytes))
  })

  it('fail for a file that is too large, with and without a length', async (test) => {
    const known = await open(test, (response) => response.end(Buffer.alloc(2_000)))
    await assert.rejects(known({ bytesMax: 1_000 }), /(?:more|larger) than 1000/)
    const unknown = await open(test, (response) => {
      response.write(Buffer.alloc(600))
      setImmediate(() => response.end(Buffer.alloc(600)))
    })
    await assert.rejects(
      unknown({ bytesMax: 1_000 }).then(({ body }) => buffer(body)),
      /larger than 1000 bytes/,
    )
  })

  it('fail when the connection breaks', async (test) => {
    const download = await open(test, (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write(Buffer.alloc(100))
      setImmediate(() => response.destroy())
    })
    const { body } = await download()
    await assert.rejects(buffer(body), /closed the connection/)
  })

  it('refuse addresses outside their reach', async (test) => {
    const download = await open(test, (response) => response.end())
    await assert.rejects(download({ url: 'https://10.0.0.1/' }), /must point to this machine/)
  })
})
