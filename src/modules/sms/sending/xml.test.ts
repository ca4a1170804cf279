import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseXml } from '../../../values/xml.ts'
import { readSendXml } from './xml.ts'

const readings: readonly [title: string, children: string, body: unknown][] = [
  ['nothing', '', {}],
  ['only text', 'Hello', {}],
  [
    'every field',
    `<source_addr>INFO</source_addr><message>Hello</message><encoding>0</encoding><schedule_time>2099-01-01 00:00</schedule_time>
     <job_name>job</job_name><campaign_title>campaign</campaign_title>
     <recipients><recipient><recipient_id>1</recipient_id><dest_addr>255712345678</dest_addr></recipient></recipients>`,
    {
      source_addr: 'INFO',
      message: 'Hello',
      encoding: '0',
      schedule_time: '2099-01-01 00:00',
      job_name: 'job',
      campaign_title: 'campaign',
      recipients: [{ recipient_id: '1', dest_addr: '255712345678' }],
    },
  ],
  ['text unchanged', '<message> 007\n</message>', { message: ' 007\n' }],
  ['empty elements', '<message/><schedule_time></schedule_time>', { message: '', schedule_time: '' }],
  ['elements instead of text', '<message>x<b>y</b></message>', { message: {} }],
  ['no recipients', '<recipients/>', { recipients: [] }],
  ['text instead of recipients', '<recipients>255712345678</recipients>', { recipients: [] }],
  [
    'unknown elements among the recipients',
    '<recipients><x/><recipient>1</recipient><Recipient/></recipients>',
    { recipients: ['1'] },
  ],
  [
    'many recipients',
    '<recipients><recipient><dest_addr>1</dest_addr></recipient><recipient><dest_addr>2</dest_addr></recipient></recipients>',
    { recipients: [{ dest_addr: '1' }, { dest_addr: '2' }] },
  ],
  ['recipients outside the list', '<recipient><dest_addr>1</dest_addr></recipient>', {}],
  [
    'an entry with only text, or empty',
    '<recipients><recipient>x</recipient><recipient/></recipients>',
    { recipients: ['x', ''] },
  ],
  [
    'an entry with unknown and nested elements',
    '<recipients><recipient><x/><dest_addr><y/></dest_addr></recipient></recipients>',
    { recipients: [{ dest_addr: {} }] },
  ],
  ['unknown fields, even twice', '<unknown>1</unknown><unknown><x/></unknown>', {}],
  ['fields with a prefix, or in another case', '<ns:message>x</ns:message><Message>y</Message>', {}],
  [
    'names of inherited properties',
    '<__proto__><message>x</message></__proto__><constructor>y</constructor><toString/>',
    {},
  ],
  ['a field twice', '<message>1</message><message>1</message>', undefined],
  ['an empty field twice', '<job_name/><job_name/>', undefined],
  ['recipients twice', '<recipients/><recipients/>', undefined],
  [
    'a number twice',
    '<recipients><recipient><dest_addr>1</dest_addr><dest_addr>2</dest_addr></recipient></recipients>',
    undefined,
  ],
]

describe('readSendXml', () => {
  for (const [title, children, body] of readings) {
    it(`reads the same as JSON: ${title}`, () => {
      const root =
        parseXml(`<any>${children}</any>`, { depthMax: 32, elementsMax: 1_000 }) ??
        assert.fail('the document is not well-formed')
      assert.deepEqual(readSendXml(root), body)
    })
  }
})
