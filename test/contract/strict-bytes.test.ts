import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Client, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, sendBody, until, type World } from '../world.ts'
import type { Method } from './odd-requests.ts'

/** Fields whose values differ in every run. */
const changing = /"(request_id|transaction_id|pinId|last_message_at|created)":"[^"]+"/g
const masked = (text: string) => text.replace(changing, '"$1":"*"')

const phone = '255712345678'
const chat = { from: 'SHOP', to: phone, channel: 'whatsapp' }
const noPage =
  '"pagination":{"totalItems":0,"currentPage":1,"pageSize":10,"totalPages":0,"startPage":0,"endPage":0,"startIndex":0,"endIndex":-1,"pages":[]}'

/** Answers to a strict credential on routes that answer a lenient one differently. */
const answers: readonly [request: readonly [method: Method, path: string, body?: unknown], answer: string][] = [
  [
    ['POST', '/v1/send', sendBody()],
    '200 {"successful":true,"request_id":"*","code":100,"message":"Message Submitted Successfully","valid":1,"invalid":0,"duplicates":0,"opted_out":0,"total_validated":1}',
  ],
  [
    ['POST', '/v1/send', sendBody({ recipients: [{ recipient_id: 1, dest_addr: `+${phone}` }] })],
    '200 {"successful":false,"request_id":"*","code":101,"message":"No Valid Recipients","valid":0,"invalid":1,"duplicates":0,"opted_out":0,"total_validated":1}',
  ],
  [
    ['POST', '/v1/send', sendBody({ recipients: [{ dest_addr: phone }] })],
    '400 {"code":116,"message":"Missing Recipient ID"}',
  ],
  [
    ['POST', '/v1/send', sendBody({ schedule_time: '2099-01-01 10:00:30' })],
    '400 {"code":117,"message":"Invalid Schedule Time"}',
  ],
  [['GET', '/public/v1/delivery-reports?request_id=1'], '200 []'],
  [
    ['GET', '/public/v1/delivery-reports'],
    '400 {"code":104,"message":"Missing Required Parameter: request_id or dest_addr"}',
  ],
  [['DELETE', '/public/v1/sms-templates/999999'], '404 {"data":{"code":123,"message":"SMS Template Does Not Exist"}}'],
  [
    ['PUT', '/public/v1/sms-templates/999999', { sms_title: 'Title' }],
    '404 {"data":{"code":123,"message":"SMS Template Does Not Exist"}}',
  ],
  [['GET', '/v1/chatapi/active-users'], `200 {"data":[],${noPage}}`],
  [['POST', '/v1/chatapi', { ...chat, message_type: 'text', text: 'Hello' }], '200 {"message":"success"}'],
  [
    ['POST', '/v1/chatapi', { ...chat, message_type: 'location', location: { latitude: '-6.8', longitude: 39 } }],
    '400 {"code":105,"message":"Invalid Parameter: location"}',
  ],
  [
    ['POST', '/v1/transfer', { dest_addr: phone, amount: '500', reference_id: 'order-1' }],
    '200 {"code":200,"transaction_id":"*","message":"Disbursement is in progress"}',
  ],
  [
    ['POST', '/v1/transfer', { dest_addr: phone, amount: '500', reference_id: 4711 }],
    '400 {"code":105,"message":"Missing Or Invalid Reference ID"}',
  ],
  [
    ['POST', '/v1/transfer', { dest_addr: phone, amount: 500, reference_id: 'order-2' }],
    '400 {"code":113,"message":"Invalid Amount"}',
  ],
  [
    ['POST', '/v1/request', { appId: 1, msisdn: phone }],
    '200 {"data":{"pinId":"*","message":{"code":100,"message":"SMS sent successfully"},"pinExpiryTimeInMinutes":5,"expiresInSeconds":300}}',
  ],
  [
    ['POST', '/v1/verify', { pinId: '00000000-0000-4000-8000-000000000000', pin: 1234 }],
    '400 {"data":{"message":{"code":111,"message":"Pin missing"}}}',
  ],
  [['POST', '/api/v1/request', { appId: 1, msisdn: phone }], '404 {"code":404,"message":"Not Found: Use /v1/request"}'],
  [['POST', '/api/v1/verify', {}], '404 {"code":404,"message":"Not Found: Use /v1/verify"}'],
  [['POST', '/public/v1/contacts', { mob_no: `+${phone}` }], '400 {"status":400,"message":"Invalid Mobile Number"}'],
]

onOneEngine('A strict credential', (engine) => {
  let world: World
  let client: Client
  before(async () => {
    world = await shareWorld(engine)
    client = await newClient(world)
  })
  after(() => world.close())

  for (const [[method, path, body], answer] of answers)
    it(`gets ${answer.slice(0, 40)} for ${method} ${path}, byte for byte`, async () => {
      const { status, text } = await client.ask(method, path, body)
      assert.equal(`${status} ${masked(text)}`, answer)
    })

  it('gets delivery reports and active users byte for byte', async () => {
    const { request_id } = (await client.ask('POST', '/v1/send', sendBody())).body
    const path = `/public/v1/delivery-reports?request_id=${request_id}`
    await until('the message is delivered', async () => (await client.ask('GET', path)).text.includes('DELIVERED'))
    const { text } = await client.ask('GET', path)
    assert.equal(text, `[{"dest_addr":"${phone}","status":"DELIVERED","request_id":"${request_id}"}]`)

    const users = () => client.ask('GET', '/v1/chatapi/active-users')
    await until('the person has replied', async () => (await users()).body.data.length === 1)
    assert.equal(
      masked((await users()).text),
      `{"data":[{"from":"${phone}","channel":"whatsapp","last_message_at":"*"}],"pagination":{"totalItems":1,"currentPage":1,"pageSize":10,"totalPages":1,"startPage":1,"endPage":1,"startIndex":0,"endIndex":0,"pages":[1]}}`,
    )
  })
})
