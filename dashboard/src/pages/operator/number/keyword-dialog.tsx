import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { fold } from '../../../../../src/values/word.ts'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { FormDialog } from '../../../parts/dialog.tsx'
import { fill } from '../../../text.ts'
import { findNumber, numbersPath } from './number.ts'

/** Assigns messages that start with a keyword to an account. */
export function KeywordDialog({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  const form = useForm<{ keyword: string; account: string | null }>({
    initialValues: { keyword: '', account: null },
    validate: {
      keyword: (text) => (text.trim() === '' ? t.numbers.keywordMissing : null),
      account: (value) => (value === null ? t.numbers.accountMissing : null),
    },
  })
  const save = useChange(
    ({ keyword, account }: typeof form.values) => addKeyword(number, keyword.trim(), Number(account)),
    {
      refreshes: [numbersPath],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={fill(t.numbers.addKeywordTo, { number })}
      isOpen
      onClose={onClose}
      change={save}
      submit={t.numbers.addKeyword}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t.numbers.keyword}
        description={t.numbers.keywordAbout}
        required
        {...form.getInputProps('keyword')}
      />
      <AccountSelect
        label={t.numbers.account}
        description={t.numbers.accountAbout}
        value={form.values.account}
        onChange={(account) => form.setFieldValue('account', account)}
        error={form.errors.account}
      />
    </FormDialog>
  )
}

/** The API would move an existing keyword to the other account. */
async function addKeyword(number: string, keyword: string, accountId: number): Promise<unknown> {
  const word = fold(keyword)
  const taken = (await findNumber(number))?.keywords.find((one) => one.keyword === word)
  if (taken !== undefined)
    throw new Refused(409, 409, fill(t.numbers.keywordTaken, { keyword: word, id: taken.accountId }), null)
  return ask('PUT /inbound/numbers/:number/keywords/:keyword', { path: { number, keyword }, body: { accountId } })
}
