import { Button, Group, Skeleton, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InboundWords } from '../../../../src/contract/account/inbound.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
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
  const { id: account, path } = useThisAccount()
  const form = useForm({ initialValues: words })
  const save = useChange((body: InboundWords) => ask('PUT /v2/inbound/words', { path: { account }, body }), {
    refreshes: [`${path}/inbound/words`],
    onDone: () => sayDone(t.settings.keywordsSaved),
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        {kinds.map((kind) => (
          <TagsInput
            key={kind}
            label={t.settings.kinds[kind]}
            description={t.settings.kindAbout[kind]}
            splitChars={[',', ' ']}
            maxTags={50}
            {...form.getInputProps(kind)}
          />
        ))}
        {form.values.stop.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.settings.noStop}
          </Text>
        )}
        <Textarea
          label={t.settings.helpReply}
          description={t.settings.helpReplyAbout}
          autosize
          minRows={2}
          maxLength={1_000}
          {...form.getInputProps('helpReply')}
        />
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t.settings.saveKeywords}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
