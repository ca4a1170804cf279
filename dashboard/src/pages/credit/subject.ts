import { capitalised } from '../../parts/words.ts'
import { fill, t } from '../../text.ts'

/** The subjects of ledger entries, as the server writes them. */
const patterns: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^request (?<id>\d+)$/, t.credit.subjects.request],
  [/^requests (?<id>\d+) to (?<last>\d+)$/, t.credit.subjects.requests],
  [/^messages$/, t.credit.subjects.messages],
  [/^first credit$/, t.credit.subjects.firstCredit],
  [/^transfer (?<id>\d+)$/, t.credit.subjects.transfer],
  [/^transfer (?<id>\d+) to account (?<account>\d+)$/, t.credit.subjects.transferTo],
  [/^transfer (?<id>\d+) from account (?<account>\d+)$/, t.credit.subjects.transferFrom],
  [/^chat session (?<id>\d+)$/, t.credit.subjects.chatSession],
  [/^chat message (?<id>\d+)$/, t.credit.subjects.chatMessage],
  [/^checkout (?<id>\d+)$/, t.credit.subjects.checkout],
]

/** Translates the subject of a ledger entry. Unknown subjects keep the server’s text. */
export function showSubject(subject: string): string {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(subject)
    if (match !== null) return fill(text, match.groups ?? {})
  }
  return capitalised(subject)
}
