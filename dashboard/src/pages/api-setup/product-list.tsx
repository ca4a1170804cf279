import { Accordion, Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { curlLine, exampleNumber } from '../../parts/curl.ts'
import { Section } from '../../parts/section.tsx'
import { CodeLine, linkOutside, Note } from '../../parts/text.tsx'
import { useAbout } from '../../session.tsx'
import { fill, rich, t, wordFor } from '../../text.ts'
import { useBase } from './credential.ts'
import { type ApiProduct, products } from './products.ts'

const placeholder = { apiKey: 'KEY', secret: 'SECRET' }

/** The API paths of each product, with an example. */
export function Products() {
  return (
    <Section
      title={t.apiSetup.reference.title}
      about={rich(t.apiSetup.reference.about, { link: linkOutside('/docs') })}
      isBare
    >
      <Accordion variant="separated" order={3}>
        {products.map((product) => (
          <Accordion.Item key={product.id} value={product.id}>
            <Accordion.Control>
              <Text fw={600}>{wordFor(t.apiSetup.products, product.id)}</Text>
              <Note>{wordFor(t.apiSetup.productAbout, product.id)}</Note>
            </Accordion.Control>
            <Accordion.Panel>
              <ProductPanel product={product} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  )
}

function ProductPanel({ product: { id, tag, paths, example } }: { readonly product: ApiProduct }) {
  const base = useBase()(id)
  const name = wordFor(t.apiSetup.products, id)
  const { staging } = useAbout()
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t.apiSetup.reference.baseUrl}
        </Text>
        <CodeLine value={base} label={fill(t.apiSetup.reference.baseUrlOf, { product: name })} />
      </div>
      <Table
        verticalSpacing={4}
        horizontalSpacing={0}
        withRowBorders={false}
        aria-label={fill(t.apiSetup.reference.pathsOf, { product: name })}
      >
        <Table.Tbody>
          {paths.map(({ method, path, call }) => (
            <Table.Tr key={`${method} ${path}`}>
              <Table.Td>
                <Group gap="xs" align="baseline">
                  <Text component="span" className="code" fz="sm" fw={600} w={56}>
                    {method}
                  </Text>
                  <Text component="span" className="code" fz="sm">
                    {path}
                  </Text>
                  <Text component="span" size="sm" c="dimmed">
                    {wordFor(t.apiSetup.calls, call)}
                  </Text>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t.apiSetup.reference.example}
        </Text>
        <CodeLine
          value={curlLine(base, example(exampleNumber(staging)), placeholder)}
          label={fill(t.apiSetup.reference.exampleOf, { product: name })}
        />
      </div>
      <Anchor href={`/docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}`} target="_blank" rel="noreferrer" size="sm">
        {fill(t.apiSetup.reference.docs, { product: name })}
      </Anchor>
    </Stack>
  )
}
