import { Accordion, Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { curlLine, exampleNumber } from '../../parts/curl.ts'
import { Section } from '../../parts/section.tsx'
import { CodeLine } from '../../parts/text.tsx'
import { useAbout } from '../../session.tsx'
import { useBase } from './base.ts'
import { type Product, products } from './products.ts'

const placeholder = { apiKey: 'KEY', secret: 'SECRET' }

/** What each product has to be told, and where. */
export function Products() {
  return (
    <Section
      title="Products"
      about={
        <>
          What your programs call, product by product. Every field and answer is in the{' '}
          <Anchor href="/docs" target="_blank" rel="noreferrer" inherit underline="always">
            API reference
          </Anchor>
          .
        </>
      }
      isBare
    >
      <Accordion variant="separated" order={3}>
        {products.map((product) => (
          <Accordion.Item key={product.id} value={product.id}>
            <Accordion.Control>
              <Text fw={600}>{product.name}</Text>
              <Text size="sm" c="dimmed">
                {product.about}
              </Text>
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

function ProductPanel({ product: { id, name, paths, example } }: { readonly product: Product }) {
  const base = useBase()(id)
  const { staging } = useAbout()
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={600} mb={4}>
          Base address
        </Text>
        <CodeLine value={base} label={`Base address of ${name}`} />
      </div>
      <Table verticalSpacing={4} horizontalSpacing={0} withRowBorders={false} aria-label={`Paths of ${name}`}>
        <Table.Tbody>
          {paths.map(({ method, path, does }) => (
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
                    {does}
                  </Text>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div>
        <Text size="sm" fw={600} mb={4}>
          For example
        </Text>
        <CodeLine value={curlLine(base, example(exampleNumber(staging)), placeholder)} label={`Example of ${name}`} />
      </div>
      <Anchor href={`/docs#tag/${name.toLowerCase().replaceAll(' ', '-')}`} target="_blank" rel="noreferrer" size="sm">
        {name} in the API reference
      </Anchor>
    </Stack>
  )
}
