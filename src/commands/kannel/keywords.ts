import type { Group } from './read-config.ts'
import { comment, isPrivateUrl, listOf, ngoma, noteOthers, notesOf } from './script.ts'
import { hideSecrets } from './secrets.ts'

const urlNames = ['get-url', 'post-url', 'post-xml']
const used = ['keyword', 'aliases', 'name', ...urlNames]

const notes = notesOf({
  'answer from your webhook receiver with POST /v1/send': 'text file exec',
  'keywords are words; assign the number to the account, and compare texts in your webhook receiver': 'keyword-regex',
  'add the keyword only to numbers of these carriers': 'accepted-smsc',
  'add the keyword only to numbers of other carriers': 'denied-smsc',
  'add the keyword only to these numbers': 'allowed-receiver-prefix',
  'send it as from of the answer': 'faked-sender',
  'not needed, the webhook has the number of the sender': 'send-sender',
  'a keyword is the first word; the rest of the text may be anything': 'catch-all',
  'not needed, answers are requests of their own': 'max-messages omit-empty assume-plain-text',
  'not needed, phones join the parts of long messages': 'concatenation',
  'set the values in the request that answers': 'accept-x-kannel-headers',
})

/** The number is in no service, and the account is the decision of the operator. */
export function serviceLines(group: Group): string[] {
  const { settings } = group
  const keyword = settings.get('keyword') ?? (settings.has('keyword-regex') ? 'default' : 'WORD')
  const url = urlNames.map((name) => settings.get(name)).find((one) => one !== undefined)
  const [address = '', query] = (url ?? 'https://…').split(/\?(.*)/s)
  const assign =
    keyword === 'default'
      ? [ngoma('inbound-number', 'set', 'NUMBER', '--account', 'ID')]
      : [keyword, ...listOf(settings.get('aliases'))].map((word) =>
          ngoma('inbound-number', 'set-keyword', 'NUMBER', word, '--account', 'ID'),
        )
  return [
    comment(
      'Assign the number or keyword to an account, and add a webhook endpoint; the answer of the endpoint is not sent to the phone:',
    ),
    ...assign.map(comment),
    comment(`npx ngoma webhook create --event inbound-sms --account ID --url ${hideSecrets('url', address)}`),
    ...(url !== undefined && isPrivateUrl(address)
      ? [
          comment(
            'This URL is refused: webhook endpoints need https and a public host, or this machine with NGOMA_CALLBACK_LOOPBACK=true.',
          ),
        ]
      : []),
    ...(query === undefined
      ? []
      : [
          comment(
            `${hideSecrets('url', `?${query}`)}: the webhook has these values in its JSON, see docs/api/callbacks.md`,
          ),
        ]),
    ...noteOthers(group, used, notes),
  ]
}
