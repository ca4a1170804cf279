import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import pg from 'pg'
import { emptyPlace, openShell, run } from '../commands/program.ts'
import { authorization, onOneEngine, sendBody, until } from '../world.ts'
import { startServer } from './server.ts'

const clients = 64
const segmentsForSale = 400
const oneSegment = 'Hello'
/** One more character than two segments have. */
const threeSegments = 'x'.repeat(307)

interface Sold {
  segments: number
  refused: number
}

/** Sends long and short messages in turns, and goes away when there is not even one segment left. */
async function buy(agent: Agent, address: string, client: number): Promise<Sold> {
  const sold = { segments: 0, refused: 0 }
  for (let n = client; ; n += 1) {
    const long = n % 3 === 0
    const recipients = [{ recipient_id: 1, dest_addr: String(255_710_000_007 + (client * 1_000 + n) * 10) }]
    const { status, code } = await send(
      agent,
      `${address}/v1/send`,
      sendBody({ message: long ? threeSegments : oneSegment, recipients }),
    )
    assert.deepEqual([status, code], code === 102 ? [400, 102] : [200, 100])
    if (code === 100) sold.segments += long ? 3 : 1
    else sold.refused += 1
    if (code === 102 && !long) return sold
  }
}

interface Answered {
  readonly status: number | undefined
  readonly code: number
}

/** So many clients of one balance may wait too long for a connection to the database, and repeat the send. */
async function send(agent: Agent, url: string, body: unknown): Promise<Answered> {
  const key = randomUUID()
  let answered: Answered = { status: undefined, code: 0 }
  await until('the send is not refused with 503', async () => {
    answered = await post(agent, url, body, key)
    return answered.status !== 503
  })
  return answered
}

function post(agent: Agent, url: string, body: unknown, key: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: 'POST', agent, headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key } },
      (response) =>
        text(response).then((said) => resolve({ status: response.statusCode, code: JSON.parse(said).code }), reject),
    )
    asked.on('error', reject).end(JSON.stringify(body))
  })
}

onOneEngine('Many concurrent clients', (engine) => {
  it('spend exactly the balance, to the last segment', async (test) => {
    const settings = await emptyPlace(engine, test)
    const first = await startServer(settings)
    test.after(() => first.kill('SIGKILL'))
    const servers = [first]
    // The embedded database is for one process; on PostgreSQL three sell from the same credit.
    for (let n = 0; engine === 'postgres' && n < 2; n += 1) {
      const { NGOMA_DATA: _, ...others } = settings
      const server = await startServer(others)
      test.after(() => server.kill('SIGKILL'))
      servers.push(server)
    }
    const shell = openShell(settings)
    assert.equal((await shell.json('credit', 'add', `--amount=-${1_000_000 - segmentsForSale}`)).available, '400.0000')

    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    const sold = await Promise.all(
      Array.from({ length: clients }, (_, n) => buy(agent, servers[n % servers.length]?.address ?? '', n)),
    )
    agent.destroy()
    assert.equal(
      sold.reduce((sum, { segments }) => sum + segments, 0),
      segmentsForSale,
    )
    assert.ok(sold.every(({ refused }) => refused > 0))

    const balance = async () =>
      (await shell.json('credit', 'show')).data.find(({ product }: { product: string }) => product === 'SMS')
    await until('all of it is spent', async () => (await balance()).held === '0.0000')
    assert.equal((await balance()).available, '0.0000')
    const { clean, wrong } = await shell.json('ledger', 'check')
    assert.deepEqual({ clean, wrong }, { clean: true, wrong: [] })

    if (settings.DATABASE_URL === undefined) return
    // The exit code and output for a wrong ledger.
    const database = new pg.Client({ connectionString: settings.DATABASE_URL })
    await database.connect()
    await database
      .query("update balances set available = 7 where account_id = 1 and product = 'SMS'")
      .finally(() => database.end())
    const broken = await run(['ledger', 'check'], settings)
    assert.deepEqual([broken.code, broken.err], [1, ''])
    assert.match(
      broken.out,
      /^ACCOUNT +PRODUCT +CURRENCY +CHECK +EXPECTED +FOUND\n1 +SMS +TZS +available +0 +7\n\n1 error found in /,
    )
  })
})
