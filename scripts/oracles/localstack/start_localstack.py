"""Starts LocalStack's core without Docker.

It fetches two things of its own, and this machine may have no road to them: a DynamoDB Local, for which it is given
the address of one that runs, and containers for Lambda functions, for which each function gets a process of Node.
Event sources, rules, Step Functions and CloudFormation are its own.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

from localstack.services.dynamodb import server as dynamodb
from localstack.services.lambda_.invocation import execution_environment, runtime_executor, version_manager
from localstack.services.lambda_ import provider as lambda_provider
from localstack.services.lambda_.invocation.lambda_models import InvocationResult

DYNAMODB_PORT = int(os.environ["PROOF_DYNAMODB_PORT"])
ENDPOINT = os.environ["PROOF_ENDPOINT"]
RUN_FUNCTION = str(Path(__file__).parent / "run-function.cjs")


class RunningDynamodb(dynamodb.DynamodbServer):
    def start_dynamodb(self):
        return True

    def stop_dynamodb(self):
        pass


def running_dynamodb(*_):
    server = RunningDynamodb(DYNAMODB_PORT)
    return server


dynamodb.DynamodbServer.get = staticmethod(running_dynamodb)
dynamodb.DynamodbServer.start_dynamodb = RunningDynamodb.start_dynamodb
dynamodb.DynamodbServer.stop_dynamodb = RunningDynamodb.stop_dynamodb


class NodeProcess(runtime_executor.RuntimeExecutor):
    """A function's execution environment: one process, one call at a time, as in Lambda."""

    def start(self, env_vars):
        code = self.function_version.config.code.get_unzipped_code_location()
        kept = {key: os.environ[key] for key in ("PATH", "HOME", "NODE_PATH") if key in os.environ}
        given = {key: str(value) for key, value in env_vars.items() if not key.startswith("LOCALSTACK_")}
        for name in ("AWS_ENDPOINT_URL_TEXTRACT", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"):
            if name in os.environ:
                given[name] = os.environ[name]
        self.process = subprocess.Popen(
            ["node", RUN_FUNCTION, str(code), self.function_version.config.handler],
            env={**kept, **given, "AWS_ENDPOINT_URL": ENDPOINT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=sys.stderr,
            text=True,
        )
        self.answers = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.answers.put(json.loads(line))
        self.answers.put(None)

    def invoke(self, payload):
        seconds = self.function_version.config.timeout
        question = {**payload, "milliseconds": seconds * 1000}
        request_id = payload["invoke-id"]
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            answer = self.answers.get(timeout=seconds)
        except (queue.Empty, BrokenPipeError):
            answer = None
        if answer is None:
            self.stop()
            message = f"{request_id} Task timed out after {seconds}.00 seconds or its process ended"
            body = json.dumps({"errorType": "Sandbox.Timedout", "errorMessage": message})
            return InvocationResult(request_id, body.encode(), True, message)
        return InvocationResult(request_id, answer["body"].encode(), answer["isError"], answer["log"])

    def stop(self):
        self.process.kill()

    def get_address(self):
        return "127.0.0.1"

    def get_endpoint_from_executor(self):
        return "127.0.0.1"

    def get_runtime_endpoint(self):
        return ENDPOINT

    def get_logs(self):
        return ""

    @classmethod
    def prepare_version(cls, function_version):
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version):
        pass


for module in (execution_environment, runtime_executor, version_manager, lambda_provider):
    module.get_runtime_executor = lambda: NodeProcess

from localstack.runtime.main import main  # noqa: E402

main()
