import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { assertSent, chatPath, conversationWith, freshPhone, messagesWith, postChat, untilStates } from '../chat.ts'
import { command } from '../console/people.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

onOneEngine('POST /v1/chatapi, content', (engine) => {
  let world: World

  before(async () => {
    world = await shareWorld(engine)
  })

  after(() => world.close())

  const count = async () =>
    (
      await sql<{
        count: number
      }>`select count(*) as count from chat_messages where account_id = ${world.accountId}`.execute(world.db)
    ).rows[0]?.count

  const contents: readonly (readonly [
    type: string,
    value: unknown,
    stored: Record<string, unknown>,
    answer: string,
  ])[] = [
    ['text', { text: 'Habari' }, { type: 'text', text: 'Habari' }, 'You said: Habari'],
    [
      'image',
      { url: 'https://example.com/a.png', caption: 'Us', more: 1 },
      { type: 'image', url: 'https://example.com/a.png', caption: 'Us' },
      'You said: Us',
    ],
    [
      'document',
      { url: 'https://example.com/a', filename: 'a.pdf' },
      { type: 'document', url: 'https://example.com/a', filename: 'a.pdf' },
      'You said: [document]',
    ],
    ['video', { url: 'https://example.com/v' }, { type: 'video', url: 'https://example.com/v' }, 'You said: [video]'],
    [
      'audio',
      { url: 'https://example.com/s', caption: '' },
      { type: 'audio', url: 'https://example.com/s' },
      'You said: [audio]',
    ],
    [
      'location',
      { latitude: -6.8, longitude: 39.28 },
      { type: 'location', latitude: -6.8, longitude: 39.28 },
      'You said: [location]',
    ],
    [
      'location',
      { latitude: 0, longitude: 180, name: 'Shop' },
      { type: 'location', latitude: 0, longitude: 180, name: 'Shop' },
      'You said: Shop',
    ],
  ]

  it('accepts every message type on any channel', async () => {
    for (const [type, value, stored, answer] of contents) {
      const phone = freshPhone()
      await assertSent(
        postChat(world, { to: phone, channel: 'Telegram', message_type: type, text: undefined, [type]: value }),
      )
      await untilStates(world, phone, ['sent', 'received'])
      const [sent, received] = await messagesWith(world, phone)
      assert.deepEqual([sent.content, received.content.text], [stored, answer])
      assert.equal((await conversationWith(world, phone)).channel, 'telegram')
    }
  })

  const media = (value: unknown) => ({ message_type: 'image', image: value })

  const place = (value: unknown) => ({ message_type: 'location', location: value })

  const refusals: readonly (readonly [what: string, change: Record<string, unknown>, code: number, message: string])[] =
    [
      ...['from', 'to', 'channel', 'message_type', 'text'].flatMap((name) =>
        [undefined, null, ''].map(
          (value) => [`${name} ${value}`, { [name]: value }, 104, `Missing Required Parameter: ${name}`] as const,
        ),
      ),
      ...['from', 'to', 'channel', 'message_type'].map(
        (name) => [`a number for ${name}`, { [name]: 7 }, 104, `Missing Required Parameter: ${name}`] as const,
      ),
      ['a sender of spaces', { from: '  ' }, 105, 'Invalid Parameter: from'],
      ['a long sender', { from: 'x'.repeat(65) }, 105, 'Invalid Parameter: from'],
      ...['+255712345678', '0712345678', 'Asha', '255'].map(
        (to) => [`the number ${to}`, { to, channel: '?' }, 102, 'Invalid Phone Number'] as const,
      ),
      ...['?', '1a', 'a b', 'x'.repeat(33)].map(
        (channel) =>
          [`the channel ${channel}`, { channel, message_type: 'x' }, 105, 'Invalid Parameter: channel'] as const,
      ),
      ['an unknown type', { message_type: 'sticker' }, 105, 'Invalid Parameter: message_type'],
      ['a type without its field', { message_type: 'image' }, 104, 'Missing Required Parameter: image'],
      ...[' ', 7, {}, [], { text: '' }, 'x'.repeat(4_097)].map(
        (text) => [`the text ${JSON.stringify(text).slice(0, 20)}`, { text }, 105, 'Invalid Parameter: text'] as const,
      ),
      ...[
        'https://example.com/a',
        {},
        { url: 'http://example.com/' },
        { url: 'https://' },
        { url: 7 },
        { url: 'https://example.com/', caption: 7 },
      ].map((value) => [`the image ${JSON.stringify(value)}`, media(value), 105, 'Invalid Parameter: image'] as const),
      ...[
        { latitude: 91, longitude: 0 },
        { latitude: 0, longitude: -181 },
        { latitude: '1', longitude: 1 },
        { latitude: 1 },
        { latitude: 1, longitude: 1, name: 7 },
      ].map(
        (value) => [`the place ${JSON.stringify(value)}`, place(value), 105, 'Invalid Parameter: location'] as const,
      ),
      ['a long transaction', { transaction_id: 'x'.repeat(65) }, 105, 'Invalid Parameter: transaction_id'],
      ['a transaction that is a number', { transaction_id: 7 }, 105, 'Invalid Parameter: transaction_id'],
      ...[
        'https://10.0.0.1/',
        'https://169.254.169.254/latest',
        'https://[fd00::1]/',
        'http://93.184.216.34/',
        'ftp://example.com/',
        'nonsense',
        7,
        'x'.repeat(2_049),
      ].map(
        (url) =>
          [
            `the callback ${String(url).slice(0, 30)}`,
            { callback_url: url },
            105,
            'Invalid Parameter: callback_url',
          ] as const,
      ),
    ]

  it('rejects each error with its code, and stores nothing', async () => {
    const before = await count()
    for (const [what, change, code, message] of refusals) {
      const { status, body } = await postChat(world, change)
      assert.deepEqual([status, body], [400, { code, message }], what)
    }
    assert.equal(await count(), before)
    const { body } = await command(world, 'GET', `/accounts/${world.accountId}/webhooks`)
    assert.deepEqual(body.data, [], 'no webhook endpoint is created')
  })

  it('rejects an unreadable body with 113', async () => {
    for (const body of ['{', '[]', '"text"', 'null', '7', '{"text":"\\u0000"}']) {
      const answer = await world.request('POST', chatPath, { body })
      assert.deepEqual([answer.status, answer.body], [400, { code: 113, message: 'Invalid Request Format' }], body)
    }
    const xml = await world.request('POST', chatPath, { body: '<a/>', headers: { 'content-type': 'application/xml' } })
    assert.deepEqual([xml.status, xml.body], [415, { code: 415, message: 'Unsupported Media Type' }])
  })
})
