import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { build } from 'vite'
import { slowness } from '../pace.ts'
import { startReceiver } from '../receiver.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'client', 'dist')
const compressedBytesMax = 10_000

const run = (directory: string, program: string, ...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
    cwd: directory,
    encoding: 'utf8',
    timeout: 60_000 * slowness,
  })
  return { status, output: `${stdout}${stderr}` }
}
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Signs with an independent implementation. */
function webhookHeaders(secret: string, body: string): Record<string, string> {
  const now = new Date()
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  }
}

describe('client package', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-client-'))
  after(() => rmSync(directory, { recursive: true, force: true }))

  it('imports only its own files', () => {
    for (const name of readdirSync(dist).filter((one) => /\.(js|d\.ts)$/.test(one))) {
      const text = readFileSync(join(dist, name), 'utf8')
      for (const [, named = '', from = named] of text.matchAll(
        /^(?:import|export|\}).*\bfrom ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]/gm,
      ))
        assert.match(from, /^\.\/[\w-]+\.js$/, `${name} imports ${from}`)
      assert.doesNotMatch(text, /\b(require\(|process\.\w|Buffer\b|<reference)/, name)
    }
  })

  it('is small and runs with the globals of edge runtimes', async (test) => {
    const { NODE_ENV } = process.env
    test.after(() => {
      // The bundler replaces process.env.NODE_ENV.
      if (NODE_ENV === undefined) delete process.env.NODE_ENV
    })
    const receiver = await startReceiver({
      answer: () => ({ status: 200, body: '{"successful":true,"request_id":"1"}' }),
    })
    test.after(() => receiver.close())
    const outDir = join(directory, 'bundle')
    const output = { entryFileNames: 'client.js', format: 'iife', name: 'client' } as const
    const rollupOptions = { input: join(dist, 'index.js'), preserveEntrySignatures: 'strict', output } as const
    await build({
      configFile: false,
      logLevel: 'error',
      build: { outDir, target: 'es2022', modulePreload: false, rollupOptions },
    })
    const code = readFileSync(join(outDir, 'client.js'), 'utf8')
    const bytes = gzipSync(code, { level: 9 }).length
    test.diagnostic(`ngoma/client is ${code.length} bytes, and ${bytes} compressed`)
    const [, promised] = /under (\d+) KB/.exec(readFileSync(join(root, 'docs/client.md'), 'utf8')) ?? []
    assert.ok(
      bytes < compressedBytesMax && bytes < Number(promised) * 1_000,
      `${bytes} bytes, and ${promised} KB are promised`,
    )

    const web = {
      fetch,
      Headers,
      AbortController,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
      crypto,
      btoa,
      atob,
      setTimeout,
      clearTimeout,
    }
    const edge = createContext({ ...web, navigator: { userAgent: 'Cloudflare-Workers' }, url: receiver.url })
    runInContext(`${code}; globalThis.client = client`, edge)
    const send = `new client.Ngoma({ url, key: 'key', secret: 'ü' }).sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['255712345678'] })`
    assert.equal((await runInContext(send, edge)).request_id, '1')
    const [{ headers, text } = assert.fail()] = receiver.received
    assert.equal(headers.authorization, `Basic ${Buffer.from('key:ü').toString('base64')}`)
    assert.deepEqual(JSON.parse(text), {
      source_addr: 'INFO',
      message: 'Hello',
      encoding: 0,
      recipients: [{ recipient_id: 1, dest_addr: '255712345678' }],
    })
    const body = '{"status":"DELIVERED"}'
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    Object.assign(edge, { body, secret, headers: { ...webhookHeaders(secret, body) } })
    assert.equal((await runInContext('client.verifyWebhook(body, headers, secret)', edge)).status, 'DELIVERED')
  })

  it('is built once, and not without a compiler', () => {
    const copy = join(directory, 'copy')
    for (const name of ['bin', 'client/src', 'client/build.js', 'client/tsconfig.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
    const builder = join('client', 'build.js')
    assert.deepEqual(run(copy, builder), {
      status: 0,
      output: 'The client was not built: the compiler is not installed (run npm ci without --omit)\n',
    })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    assert.deepEqual(run(copy, builder), { status: 0, output: 'Built the client\n' })
    assert.deepEqual(readdirSync(join(copy, 'client', 'dist')), readdirSync(dist))
    assert.deepEqual(run(copy, builder), { status: 0, output: '' }, 'an up-to-date client is not built again')
    writeFileSync(join(copy, 'client', 'src', 'paths.ts'), 'export const pathTo: number = 1\n')
    const broken = run(copy, builder)
    assert.equal(broken.status, 1)
    assert.match(broken.output, /Failed to build the client/)
  })

  const npm = (cwd: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', [...words, '--silent'], {
      cwd,
      encoding: 'utf8',
      timeout: 120_000 * slowness,
    })
    assert.equal(status, 0, stderr)
    return stdout.trim()
  }

  it('can be imported and compiled from the npm package', () => {
    const project = join(directory, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    const packed = npm(project, 'pack', dist)
    npm(project, 'install', `./${packed}`, '--offline', '--no-audit', '--no-fund')
    const installed = join(project, 'node_modules')
    assert.deepEqual(
      readdirSync(installed).filter((name) => !name.startsWith('.')),
      ['ngoma'],
      'and nothing else',
    )
    // The types of a Node project, without the DOM.
    mkdirSync(join(installed, '@types'))
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(join(root, 'node_modules', name), join(installed, name))
    const programs = [program, ...examplesOf('docs/client.md')].map((text, index) => {
      writeFileSync(join(project, `use${index}.ts`), text)
      return `use${index}.ts`
    })
    assert.ok(programs.length > 8)
    for (const resolution of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler', '--exactOptionalPropertyTypes'],
    ]) {
      const options = [
        '--strict',
        '--target',
        'es2022',
        '--lib',
        'es2022',
        '--types',
        'node',
        '--skipLibCheck',
        'false',
        '--outDir',
        'out',
        ...resolution,
      ]
      assert.deepEqual(run(project, tsc, ...options, ...programs), { status: 0, output: '' }, resolution.join(' '))
    }
    assert.deepEqual(run(project, join('out', 'use0.js')), { status: 0, output: 'RefusedError is a NgomaError\n' })
  })
})

/** The TypeScript examples of a page, with a client if they create none. */
const examplesOf = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) =>
    text.startsWith('import') ? text : `import type { Ngoma } from 'ngoma/client'\ndeclare const ngoma: Ngoma\n${text}`,
  )

/** Code that must compile, except where an error is expected. */
const program = `
import { Ngoma, NgomaError, RefusedError, verifyWebhook, type Contact, type DeliveryReport } from 'ngoma/client'

export async function use(ngoma: Ngoma, request: Request, note: string | undefined): Promise<string[]> {
  const sent = await ngoma.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['255712345678'] as const, job_name: note })
  const id: string = sent.request_id
  const reports: DeliveryReport[] = []
  for await (const report of ngoma.sms.reports({ request_id: id })) reports.push(report)
  const contacts: Contact[] = []
  for await (const contact of ngoma.contacts.list({ q: 'asha', sortBy: 'created' }, { signal: AbortSignal.timeout(1000) })) contacts.push(contact)
  const { pagination } = await ngoma.senders.page({ page: 1, limit: 10 })
  const count: number = pagination.totalItems
  const event = await verifyWebhook<{ request_id: string }>(await request.text(), request.headers, ['whsec_a', 'whsec_b'], { toleranceSeconds: 60 })
  // @ts-expect-error The message is missing.
  ngoma.sms.send({ source_addr: 'INFO', recipients: [] }).catch(() => {})
  // @ts-expect-error Unknown sort order.
  ngoma.senders.page({ sortBy: 'colour' }).catch(() => {})
  // @ts-expect-error Unknown status.
  const done = reports[0]?.status === 'GONE'
  return [id, event.request_id, String(count), String(done)]
}

new Ngoma({ url: 'http://127.0.0.1:1', token: 'any', fetch: globalThis.fetch })
console.log(\`RefusedError is \${new RefusedError('') instanceof NgomaError ? 'a NgomaError' : 'something else'}\`)
`
