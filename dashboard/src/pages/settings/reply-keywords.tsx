import { Skeleton, Stack, TagsInput } from '@mantine/core'
import type { InboundWords } from '../../../../src/contract/account/inbound.ts'
import { useAsk } from '../../data.ts'
import { PageForm } from '../../parts/edit-dialog.tsx'
import type { FieldOptions } from '../../parts/field-input.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { Note } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

const kinds = ['stop', 'start', 'help'] as const

/** The words that recipients reply with to opt out, to opt in again, or to get help. */
export function ReplyKeywords({ mayChange }: { readonly mayChange: boolean }) {
  const { id: account } = useThisAccount()
  const { data, error, refetch } = useAsk('GET /v2/inbound/words', { path: { account } })
  return (
    <Section title={t.settings.keywords} about={t.settings.keywordsAbout}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={120} />}
      {data && (mayChange ? <Form key={JSON.stringify(data)} words={data} /> : <Listed words={data} />)}
    </Section>
  )
}

function Listed({ words }: { readonly words: InboundWords }) {
  return (
    <Stack component="dl" m={0} gap="sm">
      {kinds.map((kind) => (
        <Fact key={kind} name={t.settings.kinds[kind]}>
          {words[kind].join(', ') || t.settings.none}
        </Fact>
      ))}
      <Fact name={t.settings.helpReply}>{words.helpReply || t.settings.none}</Fact>
    </Stack>
  )
}

function Form({ words }: { readonly words: InboundWords }) {
  const { id: account } = useThisAccount()
  const wordsField = (kind: (typeof kinds)[number]): FieldOptions<string[], unknown> => ({
    label: t.settings.kinds[kind],
    help: t.settings.kindAbout[kind],
    input: (props) => <TagsInput {...props} splitChars={[',', ' ']} maxTags={50} />,
  })
  return (
    <PageForm
      route="PUT /v2/inbound/words"
      path={{ account }}
      submit={t.settings.saveKeywords}
      values={{ ...words }}
      fields={{
        stop: wordsField('stop'),
        start: wordsField('start'),
        help: wordsField('help'),
        helpReply: { label: t.settings.helpReply, help: t.settings.helpReplyAbout },
      }}
      done={t.settings.keywordsSaved}
    >
      {({ helpReply, ...inputs }, { values }) => (
        <>
          {Object.values(inputs)}
          {values.stop.length === 0 && <Note>{t.settings.noStop}</Note>}
          {helpReply}
        </>
      )}
    </PageForm>
  )
}
