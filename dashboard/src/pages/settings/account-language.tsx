import { NativeSelect } from '@mantine/core'
import type { Language } from '../../../../src/values/languages.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { languageChoices } from '../../parts/language-names.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** The language of the account's emails, default texts and checkout pages. */
export function AccountLanguage({ language, mayChange }: { readonly language: Language; readonly mayChange: boolean }) {
  const account = useThisAccount()
  const save = useChange(
    (chosen: Language) =>
      ask('PUT /accounts/:account/language', { path: { account: account.id }, body: { language: chosen } }),
    { refreshes: [account.path], onDone: () => sayDone(t.settings.languageSaved) },
  )
  return (
    <Section title={t.settings.language} about={t.settings.languageAbout}>
      <NativeSelect
        aria-label={t.settings.language}
        maw={400}
        disabled={!mayChange || save.isPending}
        value={language}
        data={languageChoices}
        onChange={({ currentTarget: { value } }) => save.mutate(value as Language)}
      />
      <Problem error={save.error} />
    </Section>
  )
}
