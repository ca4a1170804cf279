import { Anchor, SimpleGrid } from '@mantine/core'
import { Section } from '../../parts/section.tsx'
import { Note } from '../../parts/text.tsx'
import { rich, t } from '../../text.ts'

/** Names of guides under `/docs/guides`. */
const guides = ['curl', 'send', 'delivery-reports', 'callbacks', 'otp', 'account', 'client', 'request-log'] as const

/** Links into the documentation of the server. */
export function Guides() {
  return (
    <Section
      title={t.developer.guides.title}
      about={rich(t.developer.guides.about, {
        all: (text) => <DocLink to="/docs/guides">{text}</DocLink>,
        reference: (text) => <DocLink to="/docs">{text}</DocLink>,
      })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        {guides.map((guide) => (
          <div key={guide}>
            <DocLink to={`/docs/guides/${guide}`}>{t.developer.guides.names[guide]}</DocLink>
            <Note>{t.developer.guides.contents[guide]}</Note>
          </div>
        ))}
      </SimpleGrid>
    </Section>
  )
}

const DocLink = ({ to, children }: { readonly to: string; readonly children: React.ReactNode }) => (
  <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
    {children}
  </Anchor>
)
