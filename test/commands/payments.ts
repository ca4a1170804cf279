/** Payments and their reconciliation from a shell, with a running server. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startAggregator } from '../aggregators.ts'
import { checkoutPath } from '../checkout.ts'
import { basic, until } from '../world.ts'
import type { Shell, TestServer } from './program.ts'

/** Moves the clock of the server. */
export async function tryPayments(shell: Shell, server: TestServer, test: Pick<TestContext, 'after'>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-payments-'))
  test.after(() => rmSync(directory, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  const provider = await startAggregator('flutterwave')
  test.after(() => provider.close())
  const file = write('provider.json', JSON.stringify({ ...provider.settings, secrets: provider.secrets }))
  const account = String((await shell.json('account', 'create', '--name', 'Shop')).id)
  await shell.json('provider', 'set', 'flutterwave', '--product', 'payments', '--file', file, '--account', account)
  const { apiKey, secret } = await shell.json('key', 'create', '--account', account, '--name', 'shop')

  /** Pays by redirect and returns our id of the payment. */
  async function pay(amount: string): Promise<string> {
    const opened = await fetch(`${server.address}${checkoutPath({ amount })}`, {
      headers: { authorization: basic(apiKey, secret) },
      redirect: 'manual',
    })
    const page = opened.headers.get('location') ?? ''
    const token = /name="token" value="([^"]+)"/.exec(await (await fetch(page)).text())?.[1] ?? ''
    const body = new URLSearchParams({ token, method: 'redirect' })
    assert.equal((await fetch(`${page}/pay`, { method: 'POST', body, redirect: 'manual' })).status, 303)
    const { data } = await shell.json('payment', 'list', '--provider', 'flutterwave')
    return data[0].paymentId
  }
  const rowOf = async (paymentId: string) =>
    (await shell.json('payment', 'list')).data.find((one: { paymentId: string }) => one.paymentId === paymentId)

  const paid = await pay('10')
  const payment = provider.payments.get(paid)
  assert.ok(payment !== undefined)
  payment.status = 'successful'
  await until('the payment was paid', async () => (await rowOf(paid)).state === 'paid')

  provider.next = { status: 502, body: '' }
  const lost = await pay('20')
  const { id } = await rowOf(lost)
  assert.match(
    await shell.refused('payment', 'end', String(id), '--as', 'failed', '--reason', 'x'),
    /^The payer may still be paying/,
  )
  await shell.json('sandbox', 'forward', '--seconds', '7200')
  // The provider has no such payment, which is not believed yet.
  provider.next = { status: 502, body: '' }
  await shell.json('sandbox', 'forward', '--seconds', '7200')
  assert.deepEqual((await shell.json('payment', 'list', '--list', 'unknown', '--provider', 'none')).data, [])
  const time = new Date((await rowOf(paid)).startedAt)
  const at = (ms: number) => new Date(time.getTime() + ms).toISOString()
  const statement = write(
    'statement.csv',
    `Shop,2026\nid,tx_ref,amount,status,created_at
1,${paid},11.00,successful,${at(-1_000)}
7,${lost},20.00,failed,${at(1_000)}
2,${lost},20.00,successful,${at(1_000)}
8,${lost},20.00,successful,${at(1_000)}
3,000000000001,"1,000.00",successful,${at(2_000)}
4,000000000002,5.00,failed,${at(3_000)}
`,
  )
  const reconcile = async (...options: string[]) => {
    const words = ['payment', 'reconcile', statement, '--provider', 'flutterwave', ...options]
    const { code, out } = await shell.run(...words, '--json')
    const { differences, ...outcome } = JSON.parse(out)
    return { code, ...outcome, kinds: differences.map(({ kind }: { kind: string }) => kind) }
  }
  const first = await reconcile()
  assert.deepEqual(
    [first.code, first.lines, first.matched, first.kinds, first.applied],
    [1, 6, 0, ['amountDiffers', 'open', 'open', 'otherReceipt', 'notHere'], 0],
  )
  const applied = await reconcile('--apply')
  assert.deepEqual([applied.code, applied.applied], [1, 1])
  assert.deepEqual(
    [(await rowOf(lost)).state, (await rowOf(lost)).reason, (await rowOf(lost)).receipt],
    ['paid', 'Statement of flutterwave: 2', '2'],
  )
  assert.match(
    await shell.run('payment', 'reconcile', statement, '--provider', 'flutterwave').then(({ out }) => out),
    /^6 payments in the file: 1 matched, 1 amount differs, 1 in the file, unknown here, 1 paid here, failed in the file, 1 paid again, with another receipt\.\n\nDIFFERENCE/,
  )

  const short = write('short.csv', `Ref;Sum;When\n${paid};10.00;${at(-60_000)}\n${paid};10.00;${at(60_000)}\n`)
  const columns = ['payment=Ref', 'amount=Sum', 'time=When'].flatMap((one) => ['--columns', one])
  const missing = await shell.run('payment', 'reconcile', short, '--provider', 'flutterwave', '--json', ...columns)
  assert.deepEqual(
    [
      missing.code,
      JSON.parse(missing.out).differences.map(({ kind, paymentId }: Record<string, string>) => [kind, paymentId]),
    ],
    [
      1,
      [
        ['otherReceipt', paid],
        ['missing', lost],
      ],
    ],
  )
  const clean = write('clean.csv', `id,tx_ref,amount\n${(await rowOf(paid)).receipt},${paid},10\n`)
  assert.equal((await shell.json('payment', 'reconcile', clean, '--provider', 'flutterwave')).matched, 1)
  assert.match(
    await shell.refused('payment', 'reconcile', write('no.csv', 'a,b\n1,2\n'), '--provider', 'x'),
    /no line with column names/,
  )

  // Money for a payment that failed before, in a session that has expired, must be returned.
  provider.next = { status: 400, body: '{}' }
  const failed = await rowOf(await pay('30'))
  await shell.json('sandbox', 'forward', '--seconds', '3600')
  await until('the session expired', async () => {
    const { data } = await shell.json('checkout', 'list', '--account', account)
    return data.find((one: { id: number }) => one.id === failed.sessionId).status === 'expired'
  })
  const late = await shell.json('payment', 'end', String(failed.id), '--as', 'paid', '--reason', 'in the portal')
  assert.deepEqual([late.state, late.refund], ['paid', 'due'])
  assert.match(
    await shell.text('payment', 'list', '--list', 'refunds'),
    new RegExp(`^ID .*\\n${failed.id} .* paid .* due`),
  )
  assert.equal((await shell.json('payment', 'list', '--list', 'refunds')).data.length, 1)
  assert.match(
    await shell.text('payment', 'mark-refunded', String(failed.id), '--note', 'reversal 1'),
    /^Payment \d+: refunded marked\.\n\nAmount +30\nCurrency +TZS\n/,
  )
  assert.match(
    await shell.refused('payment', 'mark-refunded', String(failed.id), '--note', 'again'),
    /^No refund of the payment is due/,
  )
}
