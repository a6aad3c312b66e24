// An empty server of the same SDK.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => new McpServer({ name: 'empty', version: '1.0.0' }, { capabilities: { tools: {} } }));
