import { integer, optional, text } from './kinds.ts'

const port = integer(0, 65_535)

/** The SMPP server for customers. It listens on the address of `HOST`. */
export const smppSettings = {
  smppPort: optional(
    'NGOMA_SMPP_PORT',
    'off',
    port,
    'Port of the SMPP server for customers, usually 2775; 0 picks a free port.',
  ),
  smppTlsPort: optional(
    'NGOMA_SMPP_TLS_PORT',
    'off',
    port,
    'Port of the SMPP server with TLS, usually 3550; 0 picks a free port. Needs a certificate and its key.',
  ),
  smppTlsCertificate: optional(
    'NGOMA_SMPP_TLS_CERTIFICATE',
    'none',
    text,
    'PEM file of the certificate of NGOMA_SMPP_TLS_PORT, followed by its intermediate certificates. Read again when it changes.',
  ),
  smppTlsKey: optional(
    'NGOMA_SMPP_TLS_KEY',
    'none',
    text,
    'PEM file of the private key of NGOMA_SMPP_TLS_CERTIFICATE.',
  ),
} as const
