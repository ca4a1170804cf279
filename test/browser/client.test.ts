import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { browserMissing } from '../browser.ts'
import { openContext } from '../shared-browser.ts'

const dist = fileURLToPath(new URL('../../client/dist', import.meta.url))

describe('client in a browser', { skip: browserMissing }, () => {
  /** A page and a worker that import the client. */
  const files: Readonly<Record<string, [type: string, text: string]>> = {
    '/': ['text/html', '<!doctype html><title>A page</title>'],
    '/worker.js': ['text/javascript', `import { tried } from '/try.js'\ntried.then(postMessage)`],
    '/try.js': [
      'text/javascript',
      `import { Ngoma, verifyWebhook } from '/client/index.js'
       const output = (error) => error.message
       const made = new Promise((resolve) => resolve(new Ngoma({ url: location.origin, key: 'key', secret: 'secret' }))).then(() => 'it was made', output)
       const verified = verifyWebhook('{}', {}, 'whsec_c2VjcmV0').then(() => 'it was verified', output)
       export const tried = Promise.all([made, verified])`,
    ],
  }
  const server = createServer(({ url = '' }, response) => {
    const module = /^\/client\/([\w-]+\.js)$/.exec(url)?.[1]
    const [type, text] =
      module === undefined
        ? (files[url] ?? ['text/plain', ''])
        : ['text/javascript', readFileSync(join(dist, module), 'utf8')]
    response.writeHead(200, { 'content-type': type }).end(text)
  })
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  it('throws in a page and in a worker', async (test) => {
    const context = await openContext()
    test.after(() => context.close())
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const inPage = await page.evaluate<string[]>(`import('/try.js').then(({ tried }) => tried)`)
    const inWorker = await page.evaluate<string[]>(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
    })`)
    for (const output of [...inPage, ...inWorker])
      assert.match(output, /^ngoma\/client does not run in a browser, .* Call it from your server/)
    assert.equal(inPage.length + inWorker.length, 4)
  })
})
