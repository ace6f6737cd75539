import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Server;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/** DynamoDB Local's own main class listens on every interface and starts telemetry; this does neither. */
public final class LoopbackServer {
  public static void main(String[] arguments) throws Exception {
    var server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
    var database = new LocalDynamoDBRequestHandler(0, true, null, false, false);
    server.setHandler(new LocalDynamoDBServerHandler(database, null));
    server.start();
    server.join();
  }
}
