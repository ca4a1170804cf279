import { PageForm } from '../../parts/edit-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { t } from '../../text.ts'

export function Name({ name }: { readonly name: string }) {
  return (
    <Section title={t.profile.nameTitle} about={t.profile.nameAbout}>
      <PageForm
        route="POST /auth/update-user"
        submit={t.profile.saveName}
        maxWidth={400}
        values={{ name }}
        fields={{ name: { label: t.profile.name, missing: t.profile.nameMissing, autoComplete: 'name' } }}
        refreshes={['/me']}
        done={t.profile.nameSaved}
      />
    </Section>
  )
}
