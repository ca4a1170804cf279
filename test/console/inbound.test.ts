import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { addAccount, command, type Method } from './people.ts'

onOneEngine('numbers and keywords in the console API', (engine) => {
  let world: World
  let other: number
  before(async () => {
    world = await openWorld(engine, { config: { staging: false } })
    other = await addAccount(world)
    for (const [number, accountId] of [
      ['15001', 1],
      ['15002', null],
    ] as const)
      assert.equal((await command(world, 'PUT', `/inbound/numbers/${number}`, { accountId })).status, 200)
    assert.equal((await command(world, 'PUT', '/inbound/numbers/15002/keywords/bei', { accountId: 1 })).status, 200)
  })
  after(() => world.close())

  const words = '/accounts/1/inbound/words'
  const keywords = '/inbound/numbers/15002/keywords'
  const ofFirst = { accountId: 1 }
  const refusals: readonly (readonly [method: Method, path: string, body: unknown, status: number, message: string])[] =
    [
      ['PUT', '/inbound/numbers/+15001', ofFirst, 400, 'The incoming number is invalid.'],
      ['PUT', '/inbound/numbers/15', ofFirst, 400, 'The incoming number is invalid.'],
      ['PUT', `/inbound/numbers/${'1'.repeat(16)}`, ofFirst, 400, 'The incoming number is invalid.'],
      ['PUT', '/inbound/numbers/%D9%A1%D9%A5%D9%A0', ofFirst, 400, 'The incoming number is invalid.'],
      [
        'PUT',
        '/inbound/numbers/15003',
        { accountId: 999 },
        404,
        'The account does not exist, or the user is not a member.',
      ],
      ['DELETE', '/inbound/numbers/15003', undefined, 404, 'The incoming number does not exist.'],
      ['PUT', '/inbound/numbers/15003/keywords/duka', ofFirst, 404, 'The incoming number does not exist.'],
      ['PUT', `${keywords}/duka`, { accountId: 999 }, 404, 'The account does not exist, or the user is not a member.'],
      ['PUT', `${keywords}/two%20words`, ofFirst, 400, '"two words" is not a word.'],
      ['PUT', `${keywords}/...`, ofFirst, 400, '"..." is not a word.'],
      ['PUT', `${keywords}/${'x'.repeat(33)}`, ofFirst, 400, `"${'x'.repeat(33)}" is not a word.`],
      ['PUT', `${keywords}/Stop`, ofFirst, 400, 'STOP is a command.'],
      ['PUT', `${keywords}/info`, ofFirst, 400, 'INFO is a command.'],
      ['DELETE', `${keywords}/duka`, undefined, 404, 'The keyword does not exist.'],
      ['PUT', words, { stop: ['no way'] }, 400, '"no way" is not a word.'],
      ['PUT', words, { stop: ['basi'], help: ['Bási!'] }, 400, 'BASI is in two lists.'],
      ['PUT', words, { start: ['stop'] }, 400, 'STOP is in two lists.'],
      ['PUT', words, { help: ['bei'] }, 400, 'BEI is a keyword.'],
      [
        'POST',
        '/inbound/simulate',
        { from: '255712345678', to: '15001', text: 'Hello' },
        403,
        'This is possible in staging only.',
      ],
    ]
  it('rejects invalid numbers and keywords with a reason and changes nothing', async () => {
    const now = async () => [
      (await command(world, 'GET', '/inbound/numbers')).body,
      (await command(world, 'GET', words)).body,
    ]
    const before = await now()
    for (const [method, path, body, status, message] of refusals) {
      const refused = await command(world, method, path, body)
      assert.deepEqual(
        [refused.status, refused.body.detail ?? refused.body.detail],
        [status, message],
        `${method} ${path}`,
      )
    }
    assert.deepEqual(await now(), before)
    assert.deepEqual((await command(world, 'GET', '/inbound/unowned')).body.data, [])
  })

  it('reassigns numbers, and accepts a removed opt-out word as a keyword', async () => {
    assert.equal((await command(world, 'PUT', words, { help: ['MSAADA'] })).status, 200)
    assert.equal((await command(world, 'PUT', `${keywords}/info`, ofFirst)).status, 200)
    assert.equal((await command(world, 'PUT', `${keywords}/bei`, { accountId: other })).status, 200)
    assert.equal((await command(world, 'PUT', '/inbound/numbers/15001', { accountId: other })).status, 200)
    const { body } = await command(world, 'GET', '/inbound/numbers')
    assert.deepEqual(
      body.data.map(({ createdAt: _, ...number }: { createdAt: string }) => number),
      [
        { number: '15001', accountId: other, keywords: [] },
        {
          number: '15002',
          accountId: null,
          keywords: [
            { keyword: 'BEI', accountId: other },
            { keyword: 'INFO', accountId: 1 },
          ],
        },
      ],
    )
    const found = async (q: string) =>
      (await command(world, 'GET', `/inbound/numbers?q=${q}`)).body.data.map((one: { number: string }) => one.number)
    assert.deepEqual(
      [await found('15002'), await found('150'), await found('5'), await found('15%25')],
      [['15002'], ['15001', '15002'], [], []],
    )
    assert.equal((await command(world, 'DELETE', '/inbound/numbers/15002')).status, 204)
    assert.equal((await command(world, 'DELETE', `${keywords}/bei`)).body.detail, 'The keyword does not exist.')
  })
})
