// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// md5sums of ROS 1 and type hashes of ROS 2, compared with those of real installations. A wrong field changes them.
#include <gtest/gtest.h>

#include "gs/rosmsg/field_list.h"
#include "gs/rosmsg/messages/service_msgs.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::rosmsg {
namespace {

struct Known {
  std::string_view type;
  std::string_view hash;
};

// Values that ROS 1 prints (rosmsg md5) and that bags recorded with ROS 1 contain.
constexpr Known kMd5sums[] = {
    {"std_msgs/Header", "2176decaecbce78abc3b96ef049fabed"},
    {"std_msgs/String", "992ce8a1687cec8c8bd883ec73ca41d1"},
    {"std_msgs/UInt32", "304a39449588c7f8ce2df6e8001c5fce"},
    {"std_msgs/Float32", "73fcbf46b49191e672908e50842a83d4"},
    {"std_msgs/Empty", "d41d8cd98f00b204e9800998ecf8427e"},
    {"std_msgs/Bool", "8b94c1b53db61fb6aed406028ad6332a"},
    {"geometry_msgs/Point", "4a842b65f413084dc2b10fb484ea7f17"},
    {"geometry_msgs/Vector3", "4a842b65f413084dc2b10fb484ea7f17"},
    {"geometry_msgs/Quaternion", "a779879fadf0160734f906b8c19c7004"},
    {"geometry_msgs/Pose", "e45d45a5a1ce597b249e23fb30fc871f"},
    {"geometry_msgs/PoseStamped", "d3812c3cbc69362b77dc0b19b345f8f5"},
    {"geometry_msgs/Twist", "9f195f881246fdfa2798d1d3eebca84a"},
    {"geometry_msgs/Accel", "9f195f881246fdfa2798d1d3eebca84a"},
    {"geometry_msgs/Transform", "ac9eff44abf714214112b05d54a3cf9b"},
    {"geometry_msgs/TransformStamped", "b5764a33bfeb3588febc2682852579b0"},
    {"sensor_msgs/Image", "060021388200f6f0f447d0fcd9c64743"},
    {"sensor_msgs/CompressedImage", "8f7a12909da2c9d3332d540a0977563f"},
    {"sensor_msgs/CameraInfo", "c9a58c1b0b154e0e6da7578cb991d214"},
    {"sensor_msgs/PointCloud2", "1158d486dd51d683ce2f1be655c3c181"},
    {"sensor_msgs/Imu", "6a62c6daae103f4ff57a132d6f95cec2"},
    {"sensor_msgs/NavSatFix", "2d3a8cd499b9b4a0249fb98fd05cfa48"},
    {"sensor_msgs/LaserScan", "90c7ef2dc6895d81024acba2ac42f369"},
    {"sensor_msgs/JointState", "3066dcd76a6cfaef579bd0f34173e9fd"},
    {"nav_msgs/Odometry", "cd5e73d190d741a2f92e81eda573aca7"},
    {"nav_msgs/Path", "6227e2b7e9cce15051f669a5e197bbf7"},
    {"tf2_msgs/TFMessage", "94810edda583a504dfda3829e70d7eec"},
    {"tf/tfMessage", "94810edda583a504dfda3829e70d7eec"},
    {"velodyne_msgs/VelodynePacket", "ae4f90a23256f44e82baa08dd45c3456"},
    {"velodyne_msgs/VelodyneScan", "50804fc9533a0e579e6322c04ae70566"},
    {"ouster_sensor_msgs/PacketMsg", "4f7b5949e76f86d01e96b0e33ba9b5e3"},
    {"livox_ros_driver2/CustomMsg", "e4d6829bdfe657cb6c21a746c86b21a6"},
    {"ackermann_msgs/AckermannDriveStamped", "1fd5d7f58889cefd44d29f6653240d0c"},
    {"rosgraph_msgs/Clock", "a9c97c1d230cfc112e270351a944ee47"},
    {"diagnostic_msgs/KeyValue", "cf57fdc6617a881a88c16e768132149c"},
    {"diagnostic_msgs/DiagnosticArray", "60810da900de1dd6ddd437c3503511da"},
    {"std_msgs/Byte", "ad736a2e8818154c487bb80fe42ce43b"},
    {"std_msgs/Char", "1bf77f25acecdedba0e224b162199717"},
    {"std_msgs/Int8", "27ffa0c9c4b8fb8492252bcad9e5c57b"},
    {"std_msgs/UInt8", "7c8164229e7d2c17eb95e9231617fdee"},
    {"std_msgs/Int16", "8524586e34fbd7cb1c08c5f5f1ca0e57"},
    {"std_msgs/UInt16", "1df79edf208b629fe6b81923a544552d"},
    {"std_msgs/Int32", "da5909fbe378aeaf85e547e830cc1bb7"},
    {"std_msgs/Int64", "34add168574510e6e17f5d23ecc077ef"},
    {"std_msgs/UInt64", "1b2a79973e8bf53d7b53acb71299cb57"},
    {"std_msgs/Float64", "fdb28210bfa9d7c91146260178d9a584"},
    {"std_msgs/ColorRGBA", "a29a96539573343b1310c73607334b00"},
    {"std_msgs/MultiArrayLayout", "0fed2a11c13e11c5571b4e2a995a91a3"},
    {"std_msgs/MultiArrayDimension", "4cd0c83a8683deae40ecdac60e53bfa8"},
    {"std_msgs/Float32MultiArray", "6a40e0ffa6a17a503ac3f8616991b1f6"},
    {"std_msgs/Float64MultiArray", "4b7d974086d4060e7db4613a7e6c3ba4"},
    {"std_msgs/Int32MultiArray", "1d99f79f8b325b44fee908053e9c945b"},
    {"std_msgs/UInt8MultiArray", "82373f1612381bb6ee473b5cd6f5d89c"},
    {"geometry_msgs/Point32", "cc153912f1453b708d221682bc23d9ac"},
    {"geometry_msgs/PointStamped", "c63aecb41bfdfd6b7e1fac37c7cbe7bf"},
    {"geometry_msgs/Vector3Stamped", "7b324c7325e683bf02a9b14b01090ec7"},
    {"geometry_msgs/QuaternionStamped", "e57f1e547e0e1fd13504588ffc8334e2"},
    {"geometry_msgs/PoseArray", "916c28c5764443f268b296bb671b9d97"},
    {"geometry_msgs/PoseWithCovariance", "c23e848cf1b7533a8d7c259073a97e6f"},
    {"geometry_msgs/PoseWithCovarianceStamped", "953b798c0f514ff060a53a3498ce6246"},
    {"geometry_msgs/TwistStamped", "98d34b0043a2093cf9d9345ab6eef12e"},
    {"geometry_msgs/TwistWithCovariance", "1fe8a28e6890a4cc3ae4c3ca5c7d82e6"},
    {"geometry_msgs/AccelStamped", "d8a98a5d81351b6eb0578c78557e7659"},
    {"geometry_msgs/Wrench", "4f539cf138b23283b520fd271b567936"},
    {"geometry_msgs/WrenchStamped", "d78d3cb249ce23087ade7e7d0c40cfa7"},
    {"geometry_msgs/Polygon", "cd60a26494a087f577976f0329fa120e"},
    {"geometry_msgs/PolygonStamped", "c6be8f7dc3bee7fe9e8d296070f53340"},
    {"sensor_msgs/PointField", "268eacb2962780ceac86cbd17e328150"},
    {"sensor_msgs/RegionOfInterest", "bdb633039d588fcccb441a4d43ccfe09"},
    {"sensor_msgs/NavSatStatus", "331cdbddfa4bc96ffc3b9ad98900a54c"},
    {"sensor_msgs/Joy", "5a9ea5f83505693b71e785041e67a8bb"},
    {"sensor_msgs/MagneticField", "2f3b0b43eed0c9501de0fa3ff89a45aa"},
    {"sensor_msgs/FluidPressure", "804dc5cea1c5306d6a2eb80b9833befe"},
    {"sensor_msgs/Temperature", "ff71b307acdbe7c871a5a6d7ed359100"},
    {"nav_msgs/OccupancyGrid", "3381f2d731d4076ec5c71b0759edbe4e"},
    {"nav_msgs/MapMetaData", "10cfc8a2818024d3248802c00c95f11b"},
    {"diagnostic_msgs/DiagnosticStatus", "d0ce08bc6e5ba34c7754f563a9cabaf1"},
    {"realsense_msgs/StreamInfo", "311d7e24eac31bb87271d041bf70ff7d"},
    {"realsense_msgs/ImuIntrinsic", "aebdc2f8f9726f1c3ca823ab56e47429"},
    {"realsense_msgs/Notification", "cdb7a97a510446301f8e6fb67d8cccb0"},
};

TEST(Md5sum, EqualsTheValuesOfRos1) {
  for (const Known& known : kMd5sums) {
    const MessageType* type = find_message_type(known.type);
    ASSERT_NE(type, nullptr) << known.type;
    EXPECT_EQ(ros1_md5sum(*type), known.hash) << known.type;
  }
}

// Values that ROS 2 (Iron and later) announces and records.
constexpr Known kTypeHashes[] = {
    {"geometry_msgs/msg/Accel", "dc448243ded9b1fcbcca24aba0c22f013dae06c354ba2d849571c0a2a3f57ca0"},
    {"geometry_msgs/msg/AccelStamped", "ef1df9eabae0a708cc049a061ebcddc4e2a5f745730100ba680e086a9698b165"},
    {"geometry_msgs/msg/AccelWithCovariance", "230d51bd53bc36f260574e73b42941cefe44684753480b6fc330c032c5db5997"},
    {"geometry_msgs/msg/AccelWithCovarianceStamped",
     "61c9ad8928e71dd95ce791b2f02809ee2a0bbcc42cd0e4047fd00a822a08e444"},
    {"geometry_msgs/msg/Point", "6963084842a9b04494d6b2941d11444708d892da2f4b09843b9c43f42a7f6881"},
    {"geometry_msgs/msg/Point32", "2fc4db7cae16a4582c79a56b66173a8d48d52c7dc520ddc55a0d4bcf2a4bfdbc"},
    {"geometry_msgs/msg/PointStamped", "4c0296af86e01e562e9e0405d138a01537247580076c58ea38d7923ac1045897"},
    {"geometry_msgs/msg/Polygon", "3782f9f0bf044964d692d6c017d705e37611afb1f0bf6a9dee248a7dda0f784a"},
    {"geometry_msgs/msg/PolygonStamped", "b7cf07932f1523d4b4088075945c1a0141f7cd21da87cc940fc61652e9138b46"},
    {"geometry_msgs/msg/Pose", "d501954e9476cea2996984e812054b68026ae0bfae789d9a10b23daf35cc90fa"},
    {"geometry_msgs/msg/PoseArray", "af0cc36d190e104d546d168d6b39df04fa4b4ccecf59cb4c9ed328d3d5004aa0"},
    {"geometry_msgs/msg/PoseStamped", "10f3786d7d40fd2b54367835614bff85d4ad3b5dab62bf8bca0cc232d73b4cd8"},
    {"geometry_msgs/msg/PoseWithCovariance", "9a7c0fd234b7f45c6098745ecccd773ca1085670e64107135397aee31c02e1bb"},
    {"geometry_msgs/msg/PoseWithCovarianceStamped", "26432f9803e43727d3c8f668d1fdb3c630f548af631e2f4e31382371bfea3b6e"},
    {"geometry_msgs/msg/Quaternion", "8a765f66778c8ff7c8ab94afcc590a2ed5325a1d9a076ffff38fbce36f458684"},
    {"geometry_msgs/msg/QuaternionStamped", "381add86c6c3160644d228ca342182c7fd6c7fab11c7a85ad817a9cc22dbac6e"},
    {"geometry_msgs/msg/Transform", "beb83fbe698636351461f6f35d1abb20010c43d55374d81bd041f1ba2581fddc"},
    {"geometry_msgs/msg/TransformStamped", "0a241f87d04668d94099cbb5ba11691d5ad32c2f29682e4eb5653424bd275206"},
    {"geometry_msgs/msg/Twist", "9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a"},
    {"geometry_msgs/msg/TwistStamped", "5f0fcd4f81d5d06ad9b4c4c63e3ea51b82d6ae4d0558f1d475229b1121db6f64"},
    {"geometry_msgs/msg/TwistWithCovariance", "49f574f033f095d8b6cd1beaca5ca7925e296e84af1716d16c89d38b059c8c18"},
    {"geometry_msgs/msg/TwistWithCovarianceStamped",
     "77b67434531e6529b7a0091357b186b6ebdb17fd9ffd3e0c7ce9d3fb11a44563"},
    {"geometry_msgs/msg/Vector3", "cc12fe83e4c02719f1ce8070bfd14aecd40f75a96696a67a2a1f37f7dbb0765d"},
    {"geometry_msgs/msg/Vector3Stamped", "d4829622288cbb443886e7ea94ea5671a3b1be6bab4ad04224432a65f7d7887a"},
    {"geometry_msgs/msg/Wrench", "018e8519d57c16adbe97c9fe1460ef21fec7e31bc541de3d653a35895677ce52"},
    {"geometry_msgs/msg/WrenchStamped", "8dc3deaf06b2ab281f9f9a742a8961c328ca7cec16e3fd6586d3a5c83fa78f77"},
    {"nav_msgs/msg/MapMetaData", "2772d4b2000ef2b35dbaeb80fd3946c1369f817fb4f75677d916d27c17d763c8"},
    {"nav_msgs/msg/OccupancyGrid", "8d348150c12913a31ee0ec170fbf25089e4745d17035792a1ba94d6f0bc0cfc7"},
    {"nav_msgs/msg/Odometry", "3cc97dc7fb7502f8714462c526d369e35b603cfc34d946e3f2eda2766dfec6e0"},
    {"nav_msgs/msg/Path", "1957a5bb3cee5da65c4e52e52b65a93df227efce4c20f8458b36e73066ca334b"},
    {"sensor_msgs/msg/CameraInfo", "b3dfd68ff46c9d56c80fd3bd4ed22c7a4ddce8c8348f2f59c299e73118e7e275"},
    {"sensor_msgs/msg/CompressedImage", "15640771531571185e2efc8a100baf923961a4d15d5569652e6cb6691e8e371a"},
    {"sensor_msgs/msg/FluidPressure", "22dfb2b145a0bd5a31a1ac3882a1b32148b51d9b2f3bab250290d66f3595bc32"},
    {"sensor_msgs/msg/Image", "d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47"},
    {"sensor_msgs/msg/Imu", "7d9a00ff131080897a5ec7e26e315954b8eae3353c3f995c55faf71574000b5b"},
    {"sensor_msgs/msg/JointState", "a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e"},
    {"sensor_msgs/msg/Joy", "0d356c79cad3401e35ffeb75a96a96e08be3ef896b8b83841d73e890989372c5"},
    {"sensor_msgs/msg/LaserScan", "64c191398013af96509d518dac71d5164f9382553fce5c1f8cca5be7924bd828"},
    {"sensor_msgs/msg/MagneticField", "e80f32f56a20486c9923008fc1a1db07bbb273cbbf6a5b3bfa00835ee00e4dff"},
    {"sensor_msgs/msg/NavSatFix", "62223ab3fe210a15976021da7afddc9e200dc9ec75231c1b6a557fc598a65404"},
    {"sensor_msgs/msg/NavSatStatus", "d1ed3befa628e09571bd273b888ba1c1fd187c9a5e0006b385d7e5e9095a3204"},
    {"sensor_msgs/msg/PointCloud2", "9198cabf7da3796ae6fe19c4cb3bdd3525492988c70522628af5daa124bae2b5"},
    {"sensor_msgs/msg/PointField", "5c6a4750728c2bcfbbf7037225b20b02d4429634732146b742dee1726637ef01"},
    {"sensor_msgs/msg/RegionOfInterest", "ad16bcba5f9131dcdba6fbded19f726f5440e3c513b4fb586dd3027eeed8abb1"},
    {"sensor_msgs/msg/Temperature", "72514a14126ab9f8a9abec974c78e5610a367b59db5da355ff1fb982d5bad4b8"},
    {"std_msgs/msg/Bool", "feb91e995ff9ebd09c0cb3d2aed18b11077585839fb5db80193b62d74528f6c9"},
    {"std_msgs/msg/Byte", "41e1a3345f73fe93ede006da826a6ee274af23dd4653976ff249b0f44e3e798f"},
    {"std_msgs/msg/Char", "3ad2d04dd29ba19d04b16659afa3ccaedd691914b02a64e82e252f2fa6a586a9"},
    {"std_msgs/msg/ColorRGBA", "77a7a5b9ae477306097665106e0413ba74440245b1f3d0c6d6405fe5c7813fe8"},
    {"std_msgs/msg/Empty", "20b625256f32d5dbc0d04fee44f43c41e51c70d3502f84b4a08e7a9c26a96312"},
    {"std_msgs/msg/Float32", "7170d3d8f841f7be3172ce5f4f59f3a4d7f63b0447e8b33327601ad64d83d6e2"},
    {"std_msgs/msg/Float32MultiArray", "0599f6f85b4bfca379873a0b4375a0aca022156bd2d7021275d116ed1fa8bfe0"},
    {"std_msgs/msg/Float64", "705ba9c3d1a09df43737eb67095534de36fd426c0587779bda2bc51fe790182a"},
    {"std_msgs/msg/Float64MultiArray", "1025ddc6b9552d191f89ef1a8d2f60f3d373e28b283d8891ddcc974e8c55397f"},
    {"std_msgs/msg/Header", "f49fb3ae2cf070f793645ff749683ac6b06203e41c891e17701b1cb597ce6a01"},
    {"std_msgs/msg/Int16", "1dcc3464e47c288a55f943a389d337cdb06804de3f5cd7a266b0de718eee17e5"},
    {"std_msgs/msg/Int32", "b6578ded3c58c626cfe8d1a6fb6e04f706f97e9f03d2727c9ff4e74b1cef0deb"},
    {"std_msgs/msg/Int32MultiArray", "84a7346323525d1b4dfca899df3820f245e54009dac5a6b69217d14fdefd1701"},
    {"std_msgs/msg/Int64", "8cd1048c2f186b6bd9a92472dc1ce51723c0833a221e2b7aecfff111774f4b49"},
    {"std_msgs/msg/Int8", "26525065a403d972cb672f0777e333f0c799ad444ae5fcd79e43d1e73bd0f440"},
    {"std_msgs/msg/MultiArrayDimension", "5e773a60a4c7fc8a54985f307c7837aa2994252a126c301957a24e31282c9cbe"},
    {"std_msgs/msg/MultiArrayLayout", "4c66e6f78e740ac103a94cf63259f968e48c617e7699e829b63c21a5cb50dac6"},
    {"std_msgs/msg/String", "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"},
    {"std_msgs/msg/UInt16", "08a406e4b022bc22e907f985d6a9e9dd1d4fbecae573549cf49350113e7757b1"},
    {"std_msgs/msg/UInt32", "a5c874829b752bc5fa190024b0ad76f578cc278271e855c7d02a818b3516fb4a"},
    {"std_msgs/msg/UInt64", "fbdc52018fc13755dce18024d1a671c856aa8b4aaf63adfb095b608f98e8c943"},
    {"std_msgs/msg/UInt8", "6138bd83d8c3569cb80a667db03cfc1629f529fee79d944c39c34e352e72f010"},
    {"std_msgs/msg/UInt8MultiArray", "5687e861b8d307a5e48b7515467ae7a5fc2daf805bd0ce6d8e9e604bade9f385"},
    {"tf2_msgs/msg/TF2Error", "db2485e7d6a0ec75bf087e058ee45df682acc3a621ca7780503d10aac141809a"},
    {"tf2_msgs/msg/TFMessage", "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087"},
    {"builtin_interfaces/msg/Time", "b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197"},
    {"rcl_interfaces/msg/Log", "e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac"},
    {"rcl_interfaces/msg/ParameterEvent", "043e627780fcad87a22d225bc2a037361dba713fca6a6b9f4b869a5aa0393204"},
    {"rosgraph_msgs/msg/Clock", "692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564"},
    {"std_srvs/srv/Trigger_Request", "d010825374ce8918e72bfd826c82603e60f45419e932ea976f807b74a863a199"},
};

TEST(TypeHash, EqualsTheValuesOfRos2) {
  for (const Known& known : kTypeHashes) {
    const MessageType* type = find_message_type(known.type);
    ASSERT_NE(type, nullptr) << known.type;
    EXPECT_EQ(type_hash(*type), "RIHS01_" + std::string(known.hash)) << known.type;
  }
}

struct AddTwoInts {
  static constexpr std::string_view kType = "example_interfaces/srv/AddTwoInts";
  struct Request {
    static constexpr std::string_view kType = "example_interfaces/srv/AddTwoInts_Request";
    int64_t a = 0, b = 0;
    static void describe(auto& f) {
      f("a", &Request::a);
      f("b", &Request::b);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  struct Response {
    static constexpr std::string_view kType = "example_interfaces/srv/AddTwoInts_Response";
    int64_t sum = 0;
    static void describe(auto& f) { f("sum", &Response::sum); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// The hash of a service includes its request, response and event messages.
TEST(TypeHash, CoversServicesWithTheirDerivedTypes) {
  EXPECT_EQ(type_hash(type_of<service_msgs::Whole<AddTwoInts>>()),
            "RIHS01_e118de6bf5eeb66a2491b5bda11202e7b68f198d6f67922cf30364858239c81a");
}

TEST(TypeHash, DescriptionFollowsTheSpecification) {
  EXPECT_EQ(
      type_description_json(*find_message_type("std_msgs/msg/Empty")),
      "{\"type_description\": {\"type_name\": \"std_msgs/msg/Empty\", \"fields\": [{\"name\": "
      "\"structure_needs_at_least_one_member\", \"type\": {\"type_id\": 3, \"capacity\": 0, \"string_capacity\": 0, "
      "\"nested_type_name\": \"\"}}]}, \"referenced_type_descriptions\": []}");
}

}  // namespace
}  // namespace gs::rosmsg
