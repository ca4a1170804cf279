import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { addAccount, command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { deleteLinksOf, insertCodes, insertLinks, linksRoutes, listLinks, openLinks } from './index.ts'
import { createCodes } from './rules.ts'
import { findTargets, type NewCode } from './store.ts'

const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'
const urls = ['https://shop.example/a?b=c', 'https://shop.example/second']

interface Campaign {
  readonly campaignId: number
  readonly linkIds: readonly number[]
  /** Adds codes of the first link, unless `change` says otherwise. */
  add(count: number, change?: Partial<NewCode>): Promise<string[]>
}

async function addCampaign({ db, clock }: World, accountId = 1): Promise<Campaign> {
  const { rows } = await sql<{ id: number }>`
    insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, created_at)
    values (${accountId}, '', 'sending', '', '', '{}', '{}', 1, now())
    returning id
  `.execute(db)
  const campaignId = rows[0]?.id ?? 0
  const linkIds = await db.transaction((tx) => insertLinks(tx, { accountId, campaignId, urls, now: clock.now() }))
  return {
    campaignId,
    linkIds,
    async add(count, change = {}) {
      const codes = createCodes(count)
      const row = { linkId: linkIds[0] ?? 0, messageId: null, ...change }
      await db.transaction((tx) =>
        insertCodes(
          tx,
          codes.map((code) => ({ code, ...row })),
        ),
      )
      return codes
    },
  }
}

/** Clicks by link, and the results of the campaign. */
async function countsOf({ db }: World, { campaignId }: Campaign) {
  const { rows } = await sql<{ clicks: number; clicked: number; responses: number }>`
    select coalesce(sum(clicks), 0) as clicks, coalesce(sum(clicked), 0) as clicked,
           (select count(*) from campaign_responses where campaign_id = ${campaignId} and kind = 'click') as responses
      from campaign_hours
     where campaign_id = ${campaignId}
       and account_id = 1
  `.execute(db)
  const [{ clicks, clicked, responses } = { clicks: 0, clicked: 0, responses: 0 }] = rows
  const links = await listLinks(db, 1, campaignId)
  return { links: links.map((link) => link.clicks), clicks: Number(clicks), clicked: Number(clicked), responses }
}

onOneEngine('short links', (engine) => {
  let world: World
  let address: string
  before(async () => {
    world = await openWorld(engine)
    address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => world.close())

  const open = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`${address}/l/${path}`, { method, redirect: 'manual', headers: { 'user-agent': phone, ...headers } })

  it('redirect to the URL, and count by link and by recipient', async () => {
    const campaign = await addCampaign(world)
    const [shared = ''] = await campaign.add(1)
    const [first = ''] = await campaign.add(1, { messageId: 1_001 })
    const [second = ''] = await campaign.add(1, { messageId: 1_002, linkId: campaign.linkIds[1] ?? 0 })
    const { status, headers } = await open(first)
    assert.equal(status, 302)
    const expected = {
      location: urls[0],
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-length': '0',
    }
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, name)
    assert.equal((await open(second)).headers.get('location'), urls[1])
    for (const code of [shared, first, `${first}/`]) assert.equal((await open(code)).status, 302)
    assert.deepEqual(await countsOf(world, campaign), { links: [4, 1], clicks: 5, clicked: 2, responses: 2 })
  })

  it('redirect HEAD, robots and test messages without counting', async () => {
    const campaign = await addCampaign(world)
    const [code = ''] = await campaign.add(1, { messageId: 7 })
    const [test = ''] = await campaign.add(1, { messageId: 8, isTest: true })
    const answers = [
      await open(code, 'HEAD'),
      await open(code, 'GET', { 'user-agent': 'WhatsApp/2.23.20.0 A' }),
      await open(code, 'GET', { 'user-agent': 'facebookexternalhit/1.1' }),
      await open(test),
    ]
    for (const { status, headers } of answers) assert.deepEqual([status, headers.get('location')], [302, urls[0]])
    assert.deepEqual(await countsOf(world, campaign), { links: [0, 0], clicks: 0, clicked: 0, responses: 0 })
  })

  it('add up concurrent clicks exactly', async () => {
    const campaign = await addCampaign(world)
    const codes = [
      ...(await campaign.add(1, { messageId: 1 })),
      ...(await campaign.add(1, { messageId: 2, linkId: campaign.linkIds[1] ?? 0 })),
    ]
    const clicks = Array.from({ length: 100 }, (_, index) => open(codes[index % 2] ?? ''))
    // As another process would.
    const other = openLinks(world.app.sms).clicks
    const others = Array.from({ length: 100 }, (_, index) =>
      other.add({ code: codes[1 - (index % 2)] ?? '', counts: true }),
    )
    assert.ok((await Promise.all(clicks)).every(({ status }) => status === 302))
    assert.ok((await Promise.all(others)).every((url) => url !== null))
    assert.deepEqual(await countsOf(world, campaign), { links: [100, 100], clicks: 200, clicked: 2, responses: 2 })
  })

  it('are stored once, and rejected if a campaign changes its URLs', async () => {
    const { campaignId, linkIds } = await addCampaign(world)
    const insert = (changed: readonly string[], accountId = 1) =>
      world.db.transaction((tx) => insertLinks(tx, { accountId, campaignId, urls: changed, now: new Date() }))
    assert.deepEqual(await insert(urls), linkIds)
    assert.deepEqual(await insert([]), [])
    await assert.rejects(insert([...urls].reverse()), /already has other links/)
    await assert.rejects(insert(urls, 2), /already has other links/)
    const links = await listLinks(world.db, 1, campaignId)
    assert.deepEqual(
      links.map(({ url, place }) => [url, place]),
      urls.map((url, place) => [url, place]),
    )
    assert.deepEqual(await listLinks(world.db, 2, campaignId), [])
  })

  it('cannot be guessed', async () => {
    const campaign = await addCampaign(world)
    const real = await campaign.add(1_000)
    const found = async (codes: readonly string[]) => (await findTargets(world.db, codes)).size
    assert.equal(await found(real), 1_000)
    const guesses = createCodes(engine === 'postgres' ? 100_000 : 10_000)
    for (let start = 0; start < guesses.length; start += 5_000)
      assert.equal(await found(guesses.slice(start, start + 5_000)), 0)
  })

  it('are deleted with their codes, but not by another account', async () => {
    const [campaign, other] = [await addCampaign(world), await addCampaign(world)]
    const codes = await campaign.add(1_001)
    const kept = await other.add(1)
    const left = async () => (await findTargets(world.db, [...codes, ...kept])).size
    await deleteLinksOf(world.db, 2, campaign.campaignId)
    assert.equal(await left(), 1_002)
    await deleteLinksOf(world.db, 1, campaign.campaignId)
    assert.equal(await left(), 1)
    assert.deepEqual(await listLinks(world.db, 1, campaign.campaignId), [])
    assert.equal((await listLinks(world.db, 1, other.campaignId)).length, 2)
  })
})

onOneEngine('a request for a short link', (engine) => {
  let world: World
  let address: string
  let campaign: Campaign
  let code: string
  before(async () => {
    world = await openWorld(engine, { config: { hostLinks: ['127.0.0.1'], hostSms: ['sms.test'] } })
    address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    campaign = await addCampaign(world)
    code = (await campaign.add(1))[0] ?? ''
  })
  after(() => world.close())

  const open = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, { method, redirect: 'manual', headers: { 'user-agent': phone, ...headers } })

  it('without a known code shows a page and redirects nowhere', async () => {
    for (const path of [
      `/l/${createCodes(1)}`,
      `/l/${code.slice(1)}`,
      `/l/${code}0`,
      `/l/${code.slice(1)}-`,
      `/l/${code.slice(1)}%00`,
      `/l/${code}%0d%0aLocation:%20https:%2f%2fevil.example`,
      `/l/${'9'.repeat(499)}`,
      `/l/${code}/x`,
      '/l//evil.example',
      '/l/https://evil.example',
      '/l/%2f%2fevil.example',
    ]) {
      const { status, headers, text } = await open(path).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        text: await answer.text(),
      }))
      assert.deepEqual([status, headers.get('location')], [404, null], path)
      assert.match(text, /<h1>Link not found<\/h1>/, path)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-[\w+/]{43}='/)
      assert.ok(!text.includes('evil'))
    }
    assert.equal((await open(`/l/${code}`, 'POST', { 'content-type': 'application/json' })).status, 404)
    const french = await open('/l/0', 'GET', { 'accept-language': 'fr-FR,fr;q=0.9' })
    assert.match(await french.text(), /<html lang="fr">.*Lien introuvable/s)
  })

  it('ignores its query string', async () => {
    for (const query of ['?url=https://evil.example', '?https://evil.example', '?code=1&redirect=//evil.example'])
      assert.equal((await open(`/l/${code}${query}`)).headers.get('location'), urls[0])
  })

  it('does not ask the database for invalid codes, and logs no code', async () => {
    await sql`alter table link_codes rename to link_codes_away`.execute(world.db)
    try {
      assert.equal((await open(`/l/${code.slice(1)}`)).status, 404)
      const failed = await open(`/l/${code}`)
      assert.deepEqual([failed.status, failed.headers.get('location')], [500, null])
    } finally {
      await sql`alter table link_codes_away rename to link_codes`.execute(world.db)
    }
    assert.ok(world.logs.some((line) => line.includes('"path":"/l/:code"')))
    assert.ok(!world.logs.some((line) => line.includes(code)))
  })

  it('is answered only on the hosts of links', async () => {
    for (const [host, status] of [
      ['127.0.0.1', 302],
      ['sms.test', 404],
      ['other.test', 404],
    ] as const) {
      const answer = await world.app.http.inject({ url: `/l/${code}`, headers: { host } })
      assert.equal(answer.statusCode, status, host)
    }
  })

  it('for a suspended account finds nothing until the account is active again', async () => {
    const account = await addAccount(world, 'Suspended')
    const [theirs = ''] = await (await addCampaign(world, account)).add(1)
    const suspend = (suspended: boolean) => command(world, 'PATCH', `/accounts/${account}`, { suspended })
    await suspend(true)
    const { status, headers } = await open(`/l/${theirs}`)
    assert.deepEqual([status, headers.get('location')], [404, null])
    await suspend(false)
    assert.equal((await open(`/l/${theirs}`)).status, 302)
  })

  it('is redirected even if the click cannot be counted, with one warning', async () => {
    await sql`alter table campaign_hours rename to campaign_hours_away`.execute(world.db)
    const before = await listLinks(world.db, 1, campaign.campaignId)
    try {
      for (let turn = 0; turn < 3; turn += 1) assert.equal((await open(`/l/${code}`)).status, 302)
    } finally {
      await sql`alter table campaign_hours_away rename to campaign_hours`.execute(world.db)
    }
    assert.equal(world.logs.filter((line) => line.includes('cannot count clicks on links')).length, 1)
    // All or nothing is counted.
    assert.deepEqual(await listLinks(world.db, 1, campaign.campaignId), before)
  })

  it('gets 503 while too many others wait', async () => {
    const http = Fastify()
    await linksRoutes(http, openLinks(world.app.sms, 2))
    const answers = await Promise.all(Array.from({ length: 5 }, () => http.inject({ url: `/l/${code}` })))
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [302, 302, 503, 503, 503],
    )
    assert.equal(answers[2]?.headers['retry-after'], '2')
    await http.close()
  })
})
