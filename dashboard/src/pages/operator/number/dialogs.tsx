import type { InboundNumber } from '../../../../../src/contract/console/inbound.ts'
import { fold } from '../../../../../src/values/sms.ts'
import { ask, Refused } from '../../../api.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { confirm } from '../../../parts/confirm.ts'
import { EditDialog } from '../../../parts/edit-dialog.tsx'
import { fill } from '../../../text.ts'

const numbersPath = '/inbound/numbers'

/** Asks the server, because the list on the page may be old. */
async function findNumber(number: string): Promise<InboundNumber | undefined> {
  const { data } = await ask('GET /inbound/numbers', { query: { q: number } })
  return data.find((one) => one.number === number)
}

interface NumberDialogProps {
  /** Null for a new number. */
  readonly number: InboundNumber | null
  readonly close: () => unknown
}

/** A number and its account. */
export function NumberDialog({ number: edited, close }: NumberDialogProps) {
  return (
    <EditDialog
      route="PUT /inbound/numbers/:number"
      path={{ number: edited?.number ?? '' }}
      title={edited ? fill(t.numbers.changeNamed, { number: edited.number }) : t.numbers.add}
      submit={edited ? t.numbers.save : t.numbers.add}
      values={{ number: edited?.number ?? '', accountId: edited?.accountId == null ? null : String(edited.accountId) }}
      fields={{
        number: {
          label: t.numbers.numberOrCode,
          inputMode: 'numeric',
          missing: t.numbers.numberInvalid,
          check: (text) => (/^\d{3,15}$/.test(text.trim()) ? null : t.numbers.numberInvalid),
          isHidden: () => edited !== null,
        },
        accountId: {
          label: t.numbers.owner,
          help: t.numbers.ownerAbout,
          input: (props) => <AccountSelect {...props} />,
        },
      }}
      send={async ({ accountId }, { number: typed }) => {
        const number = typed.trim()
        // The API would move an existing number to the other account.
        if (edited === null && (await findNumber(number)) !== undefined)
          throw new Refused(409, fill(t.numbers.numberTaken, { number }))
        return ask('PUT /inbound/numbers/:number', { path: { number }, body: { accountId } })
      }}
      close={close}
    />
  )
}

/** Assigns messages that start with a keyword to an account. */
export function KeywordDialog({ number, close }: { readonly number: string; readonly close: () => unknown }) {
  return (
    <EditDialog
      route="PUT /inbound/numbers/:number/keywords/:keyword"
      path={{ number, keyword: '' }}
      title={fill(t.numbers.addKeywordTo, { number })}
      submit={t.numbers.addKeyword}
      values={{ keyword: '', accountId: null as string | null }}
      fields={{
        keyword: { label: t.numbers.keyword, help: t.numbers.keywordAbout, missing: t.numbers.keywordMissing },
        accountId: {
          label: t.numbers.account,
          help: t.numbers.accountAbout,
          missing: t.numbers.accountMissing,
          input: ({ required: _, ...props }) => <AccountSelect {...props} />,
        },
      }}
      send={async (body, { keyword: typed }) => {
        const keyword = fold(typed.trim())
        // The API would move an existing keyword to the other account.
        const taken = (await findNumber(number))?.keywords.find((one) => one.keyword === keyword)
        if (taken) throw new Refused(409, fill(t.numbers.keywordTaken, { keyword, id: taken.accountId }))
        return ask('PUT /inbound/numbers/:number/keywords/:keyword', { path: { number, keyword: typed.trim() }, body })
      }}
      close={close}
    />
  )
}

export const removalOf = (number: string) => ({
  title: fill(t.numbers.removeTitle, { number }),
  warning: t.numbers.removeAbout,
  submit: t.numbers.removeNumber,
  run: () => ask('DELETE /inbound/numbers/:number', { path: { number } }),
})

export const removeKeyword = (number: string, keyword: string) =>
  confirm({
    title: fill(t.numbers.removeKeywordTitle, { keyword, number }),
    warning: t.numbers.removeAbout,
    submit: t.numbers.removeKeyword,
    run: () => ask('DELETE /inbound/numbers/:number/keywords/:keyword', { path: { number, keyword } }),
    refreshes: [numbersPath],
  })
