import { NativeSelect } from '@mantine/core'
import type { Language } from '../../../../src/values/languages.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { languageChoices } from '../../parts/language-names.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { chooseLanguage, t } from '../../text.ts'

/** The user's language. The page reloads in it. */
export function UserLanguage({ language }: { readonly language: Language | null }) {
  const save = useChange((chosen: Language | null) => ask('PUT /me/language', { body: { language: chosen } }), {
    refreshes: ['/me'],
    onDone: ({ language: saved }) => chooseLanguage(saved),
  })
  return (
    <Section title={t.profile.language} about={t.profile.languageAbout}>
      <NativeSelect
        aria-label={t.profile.language}
        maw={400}
        disabled={save.isPending}
        value={language ?? ''}
        data={[{ value: '', label: t.profile.browserLanguage }, ...languageChoices]}
        onChange={({ currentTarget: { value } }) => save.mutate(value === '' ? null : (value as Language))}
      />
      <Problem error={save.error} />
    </Section>
  )
}
